// How the signer's program is started: its words and the one variable that it is given. It imports
// nothing, so that whoever only starts it loads none of its code.
// A door of the package.

import { fileURLToPath } from 'node:url';

/** The environment variable with the passphrase: of the signer alone. */
export const SIGNER_PASSPHRASE = 'ISOBATH_SIGNER_PASSPHRASE';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const installed = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

/** Which work of the signer's program. */
export type SignerCommand = 'serve' | 'create' | 'appoint' | 'drill';

/**
 * Words after `node` that start the signer's program: it may read its code and its folder, write
 * its folder, and nothing else; no socket, no child, no thread.
 */
export function listSignerArguments(command: SignerCommand, folder: string): string[] {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const reads = [packageFolder, installed, folder].map((path) => `--allow-fs-read=${path}`);
  return ['--permission', ...reads, `--allow-fs-write=${folder}`, main, command, folder];
}
