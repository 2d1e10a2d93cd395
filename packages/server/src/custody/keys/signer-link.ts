// Custody's side of the pipe to the signer: it greets with the head of the log that it keeps, keeps
// each head that it is told, and pins what the ceremony made.
// Called by custody's process.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import {
  type CallBody,
  type CallName,
  type CallResult,
  type Head,
  SignerClient,
} from '@isobath/signer/client';
import { pinnedKeysFile } from '../../base/custody/index.ts';
import type { Database } from '../../base/db/index.ts';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import type { Fence } from '../epoch.ts';

/** Public keys by family and account, and the key of statements. */
export type PinnedKeys = Pick<CallResult<'hello'>, 'accounts' | 'statementKey'>;

/** The signer, greeted. */
export interface SignerLink {
  readonly keys: PinnedKeys;
  readonly hello: CallResult<'hello'>;
  /** Ask; the head of its log is kept before the answer is used. */
  call<TName extends CallName>(name: TName, body: CallBody<TName>): Promise<CallResult<TName>>;
}

/** What a link stands on. */
export interface SignerLinkParts {
  readonly pipe: Duplex;
  readonly database: Database;
  readonly fence: Fence;
  readonly dataFolder: string;
  /** A sandbox pins the first keys that it sees; elsewhere the ceremony does. */
  readonly pinsFirst: boolean;
}

async function readHead(database: Database): Promise<Head | null> {
  const [row] = await database.query<{ length: number; hash: string }>(
    'SELECT length, hash FROM signer_log_head',
  );
  return row ?? null;
}

/** Greet the signer. @errors Refusal when its keys are others than those that were pinned. */
export async function linkSigner(parts: SignerLinkParts): Promise<SignerLink> {
  const { fence, database } = parts;
  const client = new SignerClient(parts.pipe);
  let kept = await readHead(database);

  /** A later answer may be kept before an earlier one: the longer log stands. */
  async function keepHead(): Promise<void> {
    const { head } = client;
    if (head === undefined || head.length <= (kept?.length ?? 0)) return;
    await fence.write((session) =>
      session.execute(
        `INSERT INTO signer_log_head AS own (length, hash) VALUES ($1, $2)
         ON CONFLICT (only_row) DO UPDATE SET length = EXCLUDED.length, hash = EXCLUDED.hash
         WHERE own.length < EXCLUDED.length`,
        [head.length, head.hash],
      ),
    );
    kept = head;
  }
  async function call<TName extends CallName>(name: TName, body: CallBody<TName>) {
    const result = await client.call(name, body).finally(keepHead);
    return result as CallResult<TName>;
  }
  const hello = await call('hello', { head: kept });
  const { accounts, statementKey } = hello;
  const keys = { accounts, statementKey };
  pin(parts, keys);
  return { keys, hello, call };
}

function pin({ dataFolder, pinsFirst }: SignerLinkParts, keys: PinnedKeys): void {
  const path = pinnedKeysFile(dataFolder);
  if (!existsSync(path) && pinsFirst) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(keys), { mode: 0o600, flush: true });
  }
  const pinned = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (pinned === JSON.stringify(keys)) return;
  throw new Refusal(EXIT.configuration, `The signer has other keys than ${path} says.`);
}
