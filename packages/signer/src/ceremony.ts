// What is done once at the host, with nobody on the pipe: a seed and its first policy, and the
// first officers where there are none. Called by main.ts.
// Not here: later changes of the policy, which two officers sign (signer.ts).

import { hashPolicy, type Policy, policyShape } from './policy.ts';
import { hasFile, makeFolder, pathIn, readJson, writeJson } from './folder.ts';
import { type KeySet, listAccounts } from './key-set.ts';
import { Keys, makeEntropy, readEntropy, readWords } from './keys.ts';
import { Log } from './log.ts';
import { checkOfficerKeys, OFFICERS_NEEDED } from './officers.ts';
import { type Entry, Records } from './records.ts';
import { seal, unseal } from './seal.ts';

/** What a ceremony needs. */
export interface CeremonyOptions {
  readonly folder: string;
  readonly passphrase: string;
  readonly policy: unknown;
  /** Words of a seed to bring back; otherwise a new one is made. */
  readonly words?: string;
  /** Work of scrypt; less than the usual only in tests. */
  readonly scryptCost?: number;
}

/** What a ceremony shows: the words this one time, and what others may know. */
export interface CeremonyResult extends KeySet {
  readonly words: string;
}

function writePolicy(folder: string, policy: Policy, atMs: number): void {
  const records = new Records();
  const log = new Log(pathIn(folder, 'log'), (entry, spot) => records.apply(entry, spot));
  const policyHash = hashPolicy(policy);
  const entry: Entry = { kind: 'policy', atMs, counters: {}, policyHash, policy };
  log.append({ ...entry, atMs: Math.max(atMs, records.lastAtMs) });
  log.close();
  writeJson(folder, 'policy', policy);
}

/** Make (or bring back) the seed of a folder and write its first policy. */
export async function createSigner(options: CeremonyOptions): Promise<CeremonyResult> {
  const { folder, passphrase, words, scryptCost } = options;
  if (hasFile(folder, 'seed')) throw new Error(`there is a signer in ${folder}`);
  const policy = policyShape.parse(options.policy);
  await checkOfficerKeys(policy);
  const entropy = words === undefined ? makeEntropy() : readEntropy(words);
  const sealed = seal(entropy, passphrase, scryptCost);
  makeFolder(folder);
  // The seed last: without it there is no signer, and the ceremony can be done again.
  writePolicy(folder, policy, Date.now());
  writeJson(folder, 'seed', sealed);
  return { words: readWords(entropy), ...listAccounts(new Keys(entropy), policy) };
}

/**
 * Write a policy where there are no officers yet: whoever knows the passphrase may, on the host.
 * @throws when there are officers: then two of them sign the change.
 */
export async function appointOfficers(options: CeremonyOptions): Promise<void> {
  const { folder, passphrase } = options;
  unseal(readJson(folder, 'seed'), passphrase);
  const policy = policyShape.parse(options.policy);
  await checkOfficerKeys(policy);
  const records = new Records();
  new Log(pathIn(folder, 'log'), (entry, spot) => records.apply(entry, spot)).close();
  if ((records.policy?.officers.length ?? 0) >= OFFICERS_NEEDED) {
    throw new Error('there are officers: two of them sign a change of the policy');
  }
  writePolicy(folder, policy, Date.now());
}
