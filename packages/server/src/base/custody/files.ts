// Files of the data folder that custody, the local chains of a sandbox and the launcher share.
// The edge reads one of them: the key that statements about addresses are checked with.

import { join } from 'node:path';

/** Files that the local chains of a sandbox write, each whole. */
export interface LocalChainFiles {
  readonly folder: string;
  /** Where nodes are asked, by number of the network; a password is in it. */
  readonly endpoints: string;
  /** The first policy of a sandbox's signer. */
  readonly policy: string;
}

/** Names of the files of local chains. */
export function localChainFiles(dataFolder: string): LocalChainFiles {
  const folder = join(dataFolder, 'chains');
  return {
    folder,
    endpoints: join(folder, 'endpoints.json'),
    policy: join(folder, 'policy.json'),
  };
}

/** Files of the signer's folder that others than the signer know of. */
export interface SignerFiles {
  readonly folder: string;
  readonly seed: string;
  /** As it holds, for whoever is on the host. */
  readonly policy: string;
  /** While it is there nothing is signed. */
  readonly freeze: string;
}

/** Names of the files of the signer. */
export function signerFiles(dataFolder: string): SignerFiles {
  const folder = join(dataFolder, 'signer');
  return {
    folder,
    seed: join(folder, 'seed.json'),
    policy: join(folder, 'policy.json'),
    freeze: join(folder, 'freeze'),
  };
}

/** A sandbox's own passphrase of the signer. */
export const sandboxPassphraseFile = (dataFolder: string): string =>
  join(dataFolder, 'signer-passphrase');

/** First officers whose fingerprints the host has compared, before they are appointed. */
export const firstOfficersFile = (dataFolder: string): string =>
  join(dataFolder, 'custody', 'first-officers.json');

/** What the ceremony pinned: the key of statements and the public keys of accounts. */
export const pinnedKeysFile = (dataFolder: string): string =>
  join(dataFolder, 'custody', 'pinned-keys.json');
