// Backups by the tool: made, put back, and secrets that no backup has any more. What is copied and
// how is the server's (launch/). Listed in commands.ts.
import {
  backUp,
  defineCommand,
  keyOptions,
  listLoneSecrets,
  makeKeptBackup,
  parseCount,
  placeOf,
  readKey,
  removeLoneSecrets,
  restore as restoreBackup,
} from '@isobath/server/operator';

const atIfGiven = (folder: string | undefined) =>
  folder === undefined ? undefined : placeOf(folder);

/** Copy the database to an empty folder, and the secrets to another, running or not. */
export const backup = defineCommand({
  name: 'backup',
  changes: 'by tool',
  parameters: ['DIR'],
  help: 'copy the database to an empty folder, whether or not the server runs; with a key sealed',
  options: {
    secrets: {
      value: 'DIR',
      help: 'copy the secrets as well, to an empty folder elsewhere; with --keep below it',
    },
    keep: {
      value: 'N',
      help: 'make it below DIR, named by its time, and keep no more than the last N there',
    },
    ...keyOptions,
  },
  async run(words, settings) {
    const folder = placeOf(words.positionals[0]);
    const secretsTarget = atIfGiven(words.text('secrets'));
    const keep = words.text('keep');
    const keptCount = keep === undefined ? undefined : parseCount(keep, '--keep', 1);
    const phrase = await readKey(words, true);
    const request = { secretsTarget, phrase };
    const made =
      keptCount === undefined
        ? {
            manifest: await backUp(settings, folder, request),
            target: folder,
            secrets: secretsTarget,
          }
        : await makeKeptBackup(settings, { folder, keptCount, nowMs: Date.now(), request });
    const { manifest } = made;
    const sizes = Object.values(manifest.files).map(({ bytes }) => bytes);
    return {
      answer: {
        folder: made.target,
        files: sizes.length,
        bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
        madeAt: manifest.madeAt,
        ...('removed' in made ? { removed: made.removed } : {}),
        sealed: phrase !== undefined,
        secrets: made.secrets ?? 'not copied: keep DATA_DIR/secrets elsewhere',
      },
      isHeld: true,
    };
  },
});

/** Name the copies of secrets whose backup is gone, and remove those that are named. */
export const backupPrune = defineCommand({
  name: 'backup prune',
  changes: 'by tool',
  parameters: ['DIR'],
  help: 'name copies of secrets without a backup in DIR; with --remove take away those named',
  options: {
    secrets: {
      value: 'DIR',
      isRequired: true,
      help: 'the folder in which copies of secrets lie side by side',
    },
    remove: {
      value: 'NAME',
      isMany: true,
      help: 'a copy whose backup is nowhere any more; may be given several times',
    },
  },
  async run(words) {
    const place = {
      folder: placeOf(words.positionals[0]),
      secretsFolder: placeOf(words.text('secrets') ?? ''),
    };
    const removed = words.texts('remove');
    const withoutBackup =
      removed.length === 0 ? await listLoneSecrets(place) : await removeLoneSecrets(place, removed);
    return { answer: { withoutBackup, removed: [...removed] }, isHeld: true };
  },
});

/** Put a backup into a data folder; the next start recovers it. */
export const restore = defineCommand({
  name: 'restore',
  changes: 'by tool',
  parameters: ['DIR'],
  help: 'put a backup into the data folder of a stopped server',
  options: {
    replace: { help: 'put existing data aside under a new name' },
    secrets: {
      value: 'DIR',
      help: 'the copy of its secrets; without it those of DATA_DIR are its',
    },
    ...keyOptions,
  },
  async run(words, settings) {
    const folder = placeOf(words.positionals[0]);
    const { manifest, putAside } = await restoreBackup(settings, folder, {
      replace: words.has('replace'),
      secretsSource: atIfGiven(words.text('secrets')),
      phrase: await readKey(words, false),
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
