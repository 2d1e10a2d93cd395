// What is done at the host, with nobody on the pipe: a seed and its first policy, the first
// officers where there are none, and a drill that reads and changes nothing. Called by main.ts.
// Not here: later changes of the policy, which two officers sign (signer.ts).

import { ACCOUNTS, type AddressStatement, deriveAddress, isStatementGood } from './addresses.ts';
import { leaveAppointment } from './appointment.ts';
import { hashPolicy, type Policy, policyShape } from './policy.ts';
import { hasFile, makeFolder, pathIn, readJson, writeJson } from './folder.ts';
import { type KeySet, listAccounts } from './key-set.ts';
import { Keys, makeEntropy, readEntropy, readWords } from './keys.ts';
import { Log } from './log.ts';
import { checkOfficerKeys } from './officers.ts';
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
 * Appoint the first officers: whoever knows the passphrase may, on the host. The signer takes it at
 * its next call, running or not.
 * @throws when there are officers: then two of them sign the change.
 */
export async function appointOfficers(options: CeremonyOptions): Promise<void> {
  const { folder, passphrase } = options;
  const entropy = unseal(readJson(folder, 'seed'), passphrase);
  await leaveAppointment(folder, new Keys(entropy), policyShape.parse(options.policy));
}

/** What a drill compares with the seed. */
export interface DrillOptions {
  readonly folder: string;
  readonly passphrase: string;
  /** Words on paper, in place of the sealed seed. */
  readonly words?: string;
  /** Addresses of the account of deposits, with their statements. */
  readonly addresses: readonly DrilledAddress[];
  /** Beside them so many of each family are derived from the public key and from the seed. */
  readonly count: number;
}

/** An address as it was stated. */
export type DrilledAddress = Omit<AddressStatement, 'account'> & { readonly statement: string };

/** What a drill found. */
export interface DrillResult {
  readonly stated: number;
  readonly derived: number;
  /** Places whose address or statement is another one; none when all is well. */
  readonly differing: readonly string[];
  readonly statementKey: string;
}

/** Derive addresses from the seed again and compare them with what was stated. */
export function drillSigner(options: DrillOptions): DrillResult {
  const { folder, passphrase, words, addresses, count } = options;
  const entropy =
    words === undefined ? unseal(readJson(folder, 'seed'), passphrase) : readEntropy(words);
  const keys = new Keys(entropy);
  const account = ACCOUNTS.deposits;
  const statementKey = keys.readStatementKey();
  const differing = addresses.flatMap(({ statement, ...one }) => {
    const own = keys.readAddress(one.family, { account, change: 0, index: one.index });
    const isGood =
      own === one.address && isStatementGood(statementKey, { ...one, account }, statement);
    return isGood ? [] : [`${one.family} ${one.index}`];
  });
  const policy = policyShape.parse(readJson(folder, 'policy'));
  const { accounts } = listAccounts(keys, policy);
  const stated = new Set(addresses.map(({ family, index }) => `${family} ${index}`));
  let derived = 0;
  for (const { family, publicKey } of accounts.filter((one) => one.account === account)) {
    for (let index = 0; index < count; index += 1) {
      if (stated.has(`${family} ${index}`)) continue;
      derived += 1;
      const place = { change: 0, index } as const;
      const own = keys.readAddress(family, { account, ...place });
      if (own !== deriveAddress(publicKey, family, place)) differing.push(`${family} ${index}`);
    }
  }
  return { stated: addresses.length, derived, differing, statementKey };
}
