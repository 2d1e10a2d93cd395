// The acts of operators as lines that others can check without this installation. Beside the keyed
// chain of the database stands a chain without a key, which anybody can make anew and whose last
// sum can be written down elsewhere. It proves nothing itself: verify.ts does, before.
// Called by the operator's tool; the format is told in docs/run/auditors.md.
import { createHash } from 'node:crypto';
import type { Session } from '../db/index.ts';
import { readActions } from './actions.ts';
import { listFields } from './chain.ts';

/** Names the format, in the first line. */
const FORMAT = 'isobath-audit-1';
/**
 * Write every act.
 * @param write - takes a line of JSON without its end.
 * @returns acts written, and the sum of the last one in hexadecimal digits, "" without any.
 */
export async function exportAudit(
  session: Session,
  write: (line: string) => void | Promise<void>,
): Promise<{ count: number; lastSum: string }> {
  await write(JSON.stringify({ format: FORMAT }));
  let [count, lastSum] = [0, ''];
  for await (const { row, hash, salt, words } of readActions(session)) {
    // Words and their salt stand outside of the chain and may be erased.
    const act = [...listFields(row), hash.toString('hex')];
    lastSum = createHash('sha256').update(lastSum).update(JSON.stringify(act)).digest('hex');
    const said = words === null ? {} : { salt: salt?.toString('hex'), words };
    await write(JSON.stringify({ act, sum: lastSum, ...said }));
    count += 1;
  }
  await write(JSON.stringify({ count, lastSum }));
  return { count, lastSum };
}
