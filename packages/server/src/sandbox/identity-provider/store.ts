// The store of the provider of a sandbox: one file, written whole at each change. It has references
// and plans, and no word of what was asked.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '@isobath/wire/z';
import { checkKinds, type MoneyCheckKind, moneyCheckKinds } from '../../base/providers/index.ts';
import { plans } from './answers.ts';

const storedCheck = z.object({
  reference: z.uuid(),
  kind: z.enum([...checkKinds, ...moneyCheckKinds]),
  plan: z.enum(plans),
  takenAtMs: z.number().int(),
  /** How many of its events have arrived. */
  sentCount: z.number().int(),
});
/** A check as it is kept. */
export type StoredCheck = z.infer<typeof storedCheck>;

/** Whether a check is of money; the others are of people. */
export const isMoney = (kind: StoredCheck['kind']): kind is MoneyCheckKind =>
  (moneyCheckKinds as readonly string[]).includes(kind);

const content = z.object({
  token: z.string(),
  secret: z.string(),
  checks: z.array(storedCheck),
});

/** The store. */
export interface Store {
  readonly token: string;
  readonly secret: string;
  find(reference: string): StoredCheck | undefined;
  list(): readonly StoredCheck[];
  /** Keep a check in place of an earlier one of its reference. */
  put(check: StoredCheck): void;
}

const PRIVATE = 0o600;
const CHECKS_COUNT_MAX = 1_000;
const SECRET_BYTES = 24;

/** Write a file whole: it is there as it was or as it will be. */
export function writeWhole(path: string, value: unknown): void {
  writeFileSync(`${path}.next`, JSON.stringify(value), { mode: PRIVATE, flush: true });
  renameSync(`${path}.next`, path);
}

/** Open the store of a folder; it is made at the first time. */
export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'checks.json');
  const kept = existsSync(path)
    ? content.parse(JSON.parse(readFileSync(path, 'utf8')))
    : {
        token: randomBytes(SECRET_BYTES).toString('hex'),
        secret: `whsec_${randomBytes(SECRET_BYTES).toString('hex')}`,
        checks: [],
      };
  const { token, secret } = kept;
  const checks = new Map(kept.checks.map((check) => [check.reference, check]));
  const save = () => writeWhole(path, { token, secret, checks: [...checks.values()] });
  save();
  return {
    token,
    secret,
    find: (reference) => checks.get(reference),
    list: () => [...checks.values()],
    put(check) {
      checks.set(check.reference, check);
      const [oldest] = checks.keys();
      if (checks.size > CHECKS_COUNT_MAX && oldest !== undefined) checks.delete(oldest);
      save();
    },
  };
}
