// A payment that the signer has signed in a time which the database forgot: two operators name its
// transaction. The chain judges: it must be the one that used the number of the payment's family.
// Then it is a row of ours like any other, and what watches those books what it paid, or gives back
// what it did not.
// Called by the sender before it looks at what is on its way.

import { ACCOUNTS } from '@isobath/signer/addresses';
import { moveWithdrawal } from '../../base/custody/index.ts';
import { ChainFault } from '../chains/port.ts';
import type { Looked, SenderParts } from './parts.ts';
import { namePayment, nameRequest, writePlan } from './sends.ts';

/** Stands for the bytes that nobody kept: no node takes them. */
export const NO_BYTES = '00';

interface Row {
  readonly withdrawal_id: number;
  readonly tx_hash: string;
  readonly family: string;
  readonly address: string;
  readonly receives_raw: string;
  readonly contract: string;
}

/** Take what was named, or say why not. */
export async function takeNamed(parts: SenderParts, network: Looked): Promise<void> {
  if (network.family !== 'evm') return;
  const rows = await parts.database.query<Row>(
    `SELECT withdrawal_id, named.tx_hash, family, address, receives_raw::text, contract
     FROM withdrawal_namings AS named JOIN withdrawals AS own USING (withdrawal_id)
       JOIN network_assets USING (network_id, asset_id)
     WHERE network_id = $1 AND named.state = 'asked' ORDER BY withdrawal_id LIMIT 20`,
    [network.networkId],
  );
  for (const row of rows) await takeOne(parts, network, row);
}

/** A family of an EVM chain: network, sender, number. */
function readFamily(family: string): { readonly address: string; readonly nonce: number } {
  const [, address = '', nonce = ''] = family.split(':');
  return { address, nonce: Number(nonce) };
}

async function takeOne(parts: SenderParts, network: Looked, row: Row): Promise<void> {
  const { port, networkId, hot } = network;
  const { address, nonce } = readFamily(row.family);
  if (address.toLowerCase() !== hot.toLowerCase()) return refuse(parts, row, 'other_sender');
  const place = { family: 'evm', address: hot.toLowerCase(), nonce } as const;
  const spender = await port.readSpend(place).catch((error: unknown) => {
    // So long ago that the node was not asked block by block: people look at it.
    if (error instanceof ChainFault && error.kind === 'moved') return 'long_ago';
    throw error;
  });
  if (spender === 'long_ago') return refuse(parts, row, 'long_ago');
  if (spender !== row.tx_hash) return refuse(parts, row, 'other_transaction');
  const state = await port.readTransaction(row.tx_hash);
  // In no block yet: it is looked at again.
  if (state.kind !== 'mined') return;
  await parts.fence.write(async (session) => {
    const nowMs = parts.readNowMs();
    const taken = await session.execute(
      `UPDATE withdrawal_namings SET state = 'taken' WHERE withdrawal_id = $1 AND state = 'asked'`,
      [row.withdrawal_id],
    );
    if (taken === 0) return;
    const { withdrawal_id: withdrawalId } = row;
    for (const [from, to] of [
      ['review', 'queued'],
      ['queued', 'signing'],
      ['signing', 'signed'],
    ] as const) {
      const step = { withdrawalId, to, from: [from], nowMs } as const;
      if (!(await moveWithdrawal(session, step))) throw new Error(`${withdrawalId} is not ${from}`);
    }
    const fee = { gasLimit: 0, maxFeePerGas: '0', maxPriorityFeePerGas: '0' };
    const output = { paymentId: namePayment(withdrawalId), to: row.address, raw: row.receives_raw };
    const body = {
      requestId: nameRequest(),
      network: networkId,
      kind: 'withdraw' as const,
      from: { account: ACCOUNTS.hot, index: 0 },
      outputs: [output],
      approvals: [],
      token: row.contract === '' ? null : row.contract,
      nonce,
      fees: fee,
    };
    const plan = { kind: 'withdraw', body, from: hot, nonce, feeRaw: state.feeRaw ?? 0n } as const;
    const sendId = await writePlan(session, networkId, { plan, nowMs });
    await session.execute(
      `UPDATE chain_sends SET state = 'signed', raw = $2, txid = $3, family = $4
       WHERE send_id = $1`,
      [sendId, NO_BYTES, row.tx_hash, row.family],
    );
  });
}

async function refuse({ fence }: SenderParts, row: Row, outcome: string): Promise<void> {
  await fence.write((session) =>
    session.execute(
      `UPDATE withdrawal_namings SET state = 'refused', outcome = $2
       WHERE withdrawal_id = $1 AND state = 'asked'`,
      [row.withdrawal_id, outcome],
    ),
  );
}
