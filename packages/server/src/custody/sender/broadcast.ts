// Hands our transactions to the node: at first, and the same bytes again at each block until one
// has them. Whatever the node said, they are on their way: bytes that exist can be mined.

import { moveWithdrawal } from '../../base/custody/index.ts';
import type { BroadcastAnswer, Spendable } from '../chains/port.ts';
import type { Looked, SenderParts } from './parts.ts';
import { listPaid, readSends, type Send } from './sends.ts';
import { writeStop } from './stops.ts';

/** Something that is not ours has used a number or an output of ours. */
export class ForeignSpend extends Error {}

/** Broadcast what is signed, and what no block has yet, once for each block. */
export async function broadcastAll(parts: SenderParts, network: Looked): Promise<void> {
  const open = await readSends(parts.database, network.networkId, ['signed', 'sent', 'mined']);
  for (const members of Map.groupBy(open, ({ family }) => family).values()) {
    // One of them alone can be in a block: the last one offers most.
    const last = members.at(-1);
    if (last === undefined || members.some(({ state }) => state === 'mined')) continue;
    const isTold = last.state === 'sent' && last.broadcastHash === network.head.hash;
    if (!isTold) await broadcastOne(parts, network, last);
  }
}

/** Hand over one and keep that it was. */
export async function broadcastOne(
  parts: SenderParts,
  network: Looked,
  send: Send,
): Promise<BroadcastAnswer> {
  const { fence, readNowMs, report } = parts;
  const { networkId, head } = network;
  // The signer writes bytes alone, nodes of the EVM family want their mark.
  const answer = await network.port.broadcast(
    network.family === 'evm' ? `0x${send.raw}` : send.raw,
  );
  await fence.write(async (session) => {
    const nowMs = readNowMs();
    await session.execute(
      `UPDATE chain_sends SET broadcast_hash = $2,
         state = CASE WHEN state = 'signed' THEN 'sent' ELSE state END,
         sent_at_ms = CASE WHEN sent_at_ms = 0 THEN $3 ELSE sent_at_ms END,
         sent_height = CASE WHEN sent_at_ms = 0 THEN $4 ELSE sent_height END
       WHERE send_id = $1`,
      [send.sendId, head.hash, nowMs, head.height],
    );
    for (const withdrawalId of listPaid(send.body)) {
      await moveWithdrawal(session, { withdrawalId, to: 'sent', from: ['signed'], nowMs });
    }
  });
  if (answer.kind !== 'refused') return answer;
  report(new Error(`a node refused ${send.txid}: ${answer.reason}, ${answer.said}`));
  if (answer.reason === 'spent') await checkSpend(parts, network, send);
  return { ...answer, said: `${answer.said} (network ${networkId})` };
}

/** What our address or our coin may be used for once. */
export function readRoot({ body, from }: Pick<Send, 'body' | 'from'>): Spendable {
  if ('nonce' in body) {
    return { family: 'evm', address: from.toLowerCase(), nonce: body.nonce };
  }
  const [root] = body.inputs;
  return { family: 'utxo', txid: root?.txid ?? '', output: root?.vout ?? 0 };
}

/** Used by another member of its family: good. By anything else: all sending stops. */
async function checkSpend(parts: SenderParts, network: Looked, send: Send): Promise<void> {
  const { database, fence } = parts;
  const { networkId } = network;
  const spender = await network.port.readSpend(readRoot(send));
  if (spender === undefined) return;
  const own = await database.query(
    'SELECT FROM chain_sends WHERE network_id = $1 AND family = $2 AND txid = $3',
    [networkId, send.family, spender],
  );
  if (own.length > 0) return;
  const stop = { networkId, assetId: 0, reason: 'unmatched_move' };
  await fence.write((session) => writeStop(session, stop));
  throw new ForeignSpend(`${spender} has used what ${send.txid} was to use`);
}
