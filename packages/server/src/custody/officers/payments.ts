// Payments that the signer takes with two officers alone: each gets an item with the signer's own
// description, once it is queued. One that is cancelled or looked at again is asked for no more.
// Called by loop.ts.

import type { Payment, Policy } from '@isobath/signer/client';
import { getAddress } from 'viem';
import { namePayment } from '../sender/sends.ts';
import type { CustodyContext } from '../loop.ts';

const ROWS_MAX = 200;

interface Row {
  readonly withdrawal_id: number;
  readonly network_id: number;
  readonly contract: string;
  readonly address: string;
  readonly raw: string;
}

/** A payment as the signer gets it; nothing where it needs no officers. */
function readPayment(policy: Policy, row: Row): Payment | undefined {
  const network = policy.networks.find((one) => one.network === row.network_id);
  const token = row.contract === '' ? null : getAddress(row.contract);
  const asset = network?.assets.find((one) => one.token === token);
  if (network === undefined || asset === undefined) return undefined;
  if (BigInt(row.raw) <= BigInt(asset.approveAboveRaw)) return undefined;
  const to = network.family === 'evm' ? getAddress(row.address.toLowerCase()) : row.address;
  const paymentId = namePayment(row.withdrawal_id);
  return { paymentId, network: row.network_id, token, to, raw: row.raw };
}

/** Ask officers for what is queued and needs them, and for nothing else. */
export async function askForPayments(context: CustodyContext, policy: Policy): Promise<void> {
  await closePayments(context);
  let rows: readonly Row[];
  let after = 0;
  do {
    rows = await listUnasked(context, after);
    for (const row of rows) await askForOne(context, policy, row);
    after = rows.at(-1)?.withdrawal_id ?? 0;
  } while (rows.length >= ROWS_MAX);
}

/** Some that are queued and not asked for, behind a number; most of them need no officers. */
const listUnasked = ({ database }: CustodyContext, after: number) =>
  database.query<Row>(
    `SELECT own.withdrawal_id, own.network_id, contract, address, receives_raw::text AS raw
     FROM withdrawals AS own JOIN network_assets USING (network_id, asset_id)
     WHERE own.state = 'queued' AND NOT is_inside AND own.withdrawal_id > $1
       AND NOT EXISTS (SELECT FROM officer_items AS items
         WHERE items.withdrawal_id = own.withdrawal_id AND items.state = 'waiting')
     ORDER BY own.withdrawal_id LIMIT ${ROWS_MAX}`,
    [after],
  );

async function askForOne(
  { fence, signer, readNowMs }: CustodyContext,
  policy: Policy,
  row: Row,
): Promise<void> {
  const payment = readPayment(policy, row);
  if (payment === undefined) return;
  const { text, hash, signature } = await signer.call('describe', payment);
  await fence.write((session) =>
    session.execute(
      `INSERT INTO officer_items AS own (kind, withdrawal_id, asked, text, hash, signature, state,
         asked_at_ms)
       VALUES ('payment', $1, $2, $3, $4, $5, 'waiting', $6)
       ON CONFLICT (withdrawal_id) WHERE withdrawal_id > 0 DO UPDATE SET asked = EXCLUDED.asked,
         text = EXCLUDED.text, hash = EXCLUDED.hash, signature = EXCLUDED.signature,
         state = 'waiting', outcome = '', ended_at_ms = 0`,
      [row.withdrawal_id, JSON.stringify(payment), text, hash, signature, readNowMs()],
    ),
  );
}

/** What was signed is done; what left the queue otherwise is signed by nobody any more. */
async function closePayments({ database, fence, readNowMs }: CustodyContext): Promise<void> {
  const rows = await database.query<{ item_id: number; is_signed: boolean }>(
    `SELECT items.item_id, own.state IN ('signed', 'sent', 'mined', 'complete', 'failed')
       AS is_signed
     FROM officer_items AS items JOIN withdrawals AS own USING (withdrawal_id)
     WHERE items.state = 'waiting' AND own.state NOT IN ('queued', 'signing')`,
  );
  for (const { item_id: itemId, is_signed: isSigned } of rows) {
    await fence.write(async (session) => {
      await session.execute(
        'UPDATE officer_items SET state = $2, ended_at_ms = $3 WHERE item_id = $1',
        [itemId, isSigned ? 'done' : 'over', readNowMs()],
      );
      if (isSigned) return;
      await session.execute('DELETE FROM officer_assertions WHERE item_id = $1', [itemId]);
    });
  }
}
