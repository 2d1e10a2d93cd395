import { resolve } from 'node:path';
import { backUp, restore as restoreBackup } from '@isobath/server/operator';
import { defineCommand } from '../command.ts';

/** Copy database and secrets to an empty folder, running or not. */
export const backup = defineCommand({
  name: 'backup',
  changes: 'by tool',
  parameters: ['DIR'],
  help: 'copy database and secrets to an empty folder, whether or not the server runs',
  async run(words, settings) {
    const folder = resolve(process.env.INIT_CWD ?? '', words.positionals[0]);
    const manifest = await backUp(settings, folder);
    const sizes = Object.values(manifest.files).map(({ bytes }) => bytes);
    return {
      answer: {
        folder,
        files: sizes.length,
        bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
        madeAt: manifest.madeAt,
      },
      isHeld: true,
    };
  },
});

/** Put a backup into a data folder; the next start recovers it. */
export const restore = defineCommand({
  name: 'restore',
  changes: 'by tool',
  parameters: ['DIR'],
  help: 'put a backup into the data folder of a stopped server',
  options: { replace: { help: 'put existing data aside under a new name' } },
  async run(words, settings) {
    const folder = resolve(process.env.INIT_CWD ?? '', words.positionals[0]);
    const { manifest, putAside } = await restoreBackup(settings, folder, {
      replace: words.has('replace'),
    });
    return {
      answer: {
        dataFolder: settings.dataFolder,
        madeAt: manifest.madeAt,
        ...(putAside === undefined ? {} : { putAside }),
      },
      isHeld: true,
    };
  },
});
