// What became of our transactions: in a block, out of it again, or final. Of a family one member
// alone can be in a block.
// Not here: what the end means for money (settle.ts).

import { moveWithdrawal } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { TransactionState } from '../chains/port.ts';
import { broadcastOne } from './broadcast.ts';
import { isDeepEnough, type Looked, type SenderParts } from './parts.ts';
import { listPaid, readSends, type Send } from './sends.ts';
import { settle } from './settle.ts';
import { writeStop } from './stops.ts';

/** Blocks after which nothing final is looked at again. */
const LOOKED_BACK_BLOCKS = 64;

/** Look at all that is on its way. */
export async function watchSends(parts: SenderParts, network: Looked): Promise<void> {
  const open = await readSends(parts.database, network.networkId, ['signed', 'sent', 'mined']);
  for (const send of open) await watchOne(parts, network, send);
}

async function watchOne(parts: SenderParts, network: Looked, send: Send): Promise<void> {
  const { port } = network;
  const state = await port.readTransaction(send.txid);
  if (state.kind !== 'mined') {
    if (send.state === 'mined') await takeOut(parts, send);
    return;
  }
  const block = await port.readBlock(state.blockHash);
  // The chain has gone on between the questions: the next look sees it.
  if (block === undefined) return;
  const { height } = block.header;
  const isNew = send.state !== 'mined' || send.blockHash !== state.blockHash;
  if (isNew) await putIn(parts, send, { ...state, height });
  if (!isDeepEnough(network, height)) return;
  if ((await port.readHash(height)) !== state.blockHash) return;
  await settle(parts, network, { send, state, block });
}

/** A block has it. */
async function putIn(
  { fence, readNowMs }: SenderParts,
  send: Send,
  mined: Extract<TransactionState, { kind: 'mined' }> & { readonly height: number },
): Promise<void> {
  await fence.write(async (session) => {
    const nowMs = readNowMs();
    await session.execute(
      `UPDATE chain_sends SET state = 'mined', block_hash = $2, height = $3, is_done = $5,
         paid_fee_raw = $6, sent_at_ms = CASE WHEN sent_at_ms = 0 THEN $4 ELSE sent_at_ms END
       WHERE send_id = $1 AND state IN ('signed', 'sent', 'mined')`,
      [
        send.sendId,
        mined.blockHash,
        mined.height,
        nowMs,
        mined.isDone,
        mined.feeRaw ?? send.feeRaw,
      ],
    );
    for (const withdrawalId of listPaid(send.body)) {
      // Killed between the node and our row: it was sent all the same.
      await moveWithdrawal(session, { withdrawalId, to: 'sent', from: ['signed'], nowMs });
      await moveWithdrawal(session, { withdrawalId, to: 'mined', from: ['sent'], nowMs });
      await nameTransaction(session, withdrawalId, send.txid);
    }
  });
}

async function nameTransaction(session: Session, withdrawalId: number, txid: string) {
  await session.execute(
    'UPDATE withdrawals SET tx_hash = $2 WHERE withdrawal_id = $1 AND tx_hash <> $2',
    [withdrawalId, txid],
  );
}

/** Its block was replaced: the same bytes go out again with the next broadcast. */
async function takeOut({ fence, readNowMs }: SenderParts, send: Send): Promise<void> {
  await fence.write(async (session) => {
    const nowMs = readNowMs();
    await session.execute(
      `UPDATE chain_sends SET state = 'sent', block_hash = NULL, height = NULL,
         broadcast_hash = '', paid_fee_raw = NULL, is_done = false
       WHERE send_id = $1 AND state = 'mined'`,
      [send.sendId],
    );
    for (const withdrawalId of listPaid(send.body)) {
      await moveWithdrawal(session, { withdrawalId, to: 'sent', from: ['mined'], nowMs });
    }
  });
}

/** A deep block is gone: the books stay, the bytes go out again, under alarm. */
export async function watchFinal(parts: SenderParts, network: Looked): Promise<void> {
  const { database, fence, report } = parts;
  const { networkId, head, port } = network;
  const rows = await database.query<{ send_id: number; block_hash: string; height: number }>(
    `SELECT send_id, block_hash, height FROM chain_sends
     WHERE network_id = $1 AND state IN ('final', 'failed') AND height > $2`,
    [networkId, head.height - LOOKED_BACK_BLOCKS],
  );
  const lost: number[] = [];
  for (const row of rows) {
    if ((await port.readHash(row.height)) !== row.block_hash) lost.push(row.send_id);
  }
  if (lost.length === 0) return;
  const sends = await readSends(database, networkId, ['final', 'failed']);
  for (const send of sends.filter(({ sendId }) => lost.includes(sendId))) {
    const state = await port.readTransaction(send.txid);
    const block = state.kind === 'mined' ? await port.readBlock(state.blockHash) : undefined;
    await fence.write(async (session) => {
      if (block !== undefined) {
        await session.execute(
          'UPDATE chain_sends SET block_hash = $2, height = $3 WHERE send_id = $1',
          [send.sendId, block.header.hash, block.header.height],
        );
        return;
      }
      const stop = { networkId, assetId: 0, reason: 'vanished' };
      await writeStop(session, stop);
    });
    if (block !== undefined) continue;
    report(new Error(`${send.txid} was final and is in no block any more`));
    await broadcastOne(parts, network, send);
  }
}
