// The data folder: make it, prove that it can be written.
// It knows nothing of what other rooms keep in it. Called by the launcher and offline commands.

import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretsFolder } from '../base/config/index.ts';
import { embeddedFolder } from '../base/db/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { makeFolder } from '../base/process/make-folder.ts';

/**
 * Make sure a data folder is there and ours to write.
 * @errors Refusal 77 when rights are missing, 73 when it cannot be made or written otherwise.
 */
export function prepareFolder(dataFolder: string): void {
  try {
    makeFolder(dataFolder);
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = join(dataFolder, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    makeFolder(join(dataFolder, 'logs'));
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const isDenied = code === 'EACCES' || code === 'EPERM';
    throw new Refusal(
      isDenied ? EXIT.permission : EXIT.folder,
      `The data folder ${dataFolder} cannot be written (${code}): ` +
        (isDenied ? 'give this user the right, ' : 'make room or repair it, ') +
        'or choose another one with DATA_DIR.',
      error,
    );
  }
}

/** Whether an installation's data is in this folder already. */
export function hasData(dataFolder: string): boolean {
  return existsSync(embeddedFolder(dataFolder)) || existsSync(secretsFolder(dataFolder));
}
