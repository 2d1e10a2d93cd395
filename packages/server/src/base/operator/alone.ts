// What the operator's tool does by itself, without a server (restore, accept-loss, secrets): its
// acts wait in a file of the data folder, since there may be no database, and the server takes them
// into the audit chain when it starts or is told to. A line is on disk before the command goes on.
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { waitingAction } from '@isobath/wire';
import { type Action, type AuditLog, HOST } from '../audit/index.ts';
import { secretsFolder } from '../config/index.ts';
import { embeddedFolder } from '../db/index.ts';
import { readToolCaller } from './caller.ts';
import { recordCall } from './record.ts';

/** File with the acts that wait. */
export const WAITING_ACTIONS = 'acts.waiting';
const TAKEN_ACTIONS = 'acts.taking';

/** Put an act at the end of the file. The file belongs to whom the folder belongs. */
function keepAction(dataFolder: string, act: Action): void {
  const detail = { ...act.detail, doneAtMs: Date.now() };
  const path = join(dataFolder, WAITING_ACTIONS);
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, `${JSON.stringify({ ...act, detail })}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataFolder);
  chownSync(path, uid, gid);
}

/**
 * Carry out what the tool does by itself, with an act before and one after.
 * In a folder that holds no installation the act before is left out: nothing is there to be
 * changed, and a command that is refused leaves nothing behind.
 */
export async function recordAlone<TAnswer extends Readonly<Record<string, unknown>>>(
  dataFolder: string,
  call: { readonly command: string; readonly parameters: Readonly<Record<string, unknown>> },
  work: () => Promise<TAnswer>,
): Promise<TAnswer> {
  const caller = await readToolCaller();
  const write = async (act: Action) => {
    const places = [secretsFolder(dataFolder), embeddedFolder(dataFolder)];
    if (places.some((place) => existsSync(place))) keepAction(dataFolder, act);
  };
  return recordCall(write, { ...call, caller }, work);
}

/**
 * Make what takes the acts that wait into the audit chain, in their order; it answers how many.
 * After a fall in the middle of it they may stand there twice, with one `callId`; never not at all.
 */
export function createActionTaker(audit: AuditLog, dataFolder: string): () => Promise<number> {
  const [waiting, taken] = [join(dataFolder, WAITING_ACTIONS), join(dataFolder, TAKEN_ACTIONS)];
  const take = async () => {
    let count = await takeFile(audit, taken);
    if (existsSync(waiting)) {
      renameSync(waiting, taken);
      count += await takeFile(audit, taken);
    }
    return count;
  };
  let last: Promise<number> = Promise.resolve(0);
  // One after the other: two that read one file would write its acts twice.
  return () => {
    last = last.then(take, take);
    return last;
  };
}

async function takeFile(audit: AuditLog, path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  await audit.transaction(HOST, async (_session, write) => {
    for (const line of lines) await write(readLine(line));
  });
  rmSync(path);
  return lines.length;
}

/** A line that was cut or changed is kept as it stands. */
function readLine(line: string): Action {
  try {
    const { action, target, detail } = waitingAction.parse(JSON.parse(line));
    return target === undefined ? { action, detail } : { action, target, detail };
  } catch {
    return { action: 'tool_command_ended', detail: { outcome: 'unknown', result: line } };
  }
}
