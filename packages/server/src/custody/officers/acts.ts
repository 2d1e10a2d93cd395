// Acts of officers on their way to the signer: described when they are asked for, handed over once
// enough have signed. A sequence makes each valid once: what was described with another is over.
// Called by loop.ts.

import {
  type CallResult,
  type DescribedAct,
  type NextNonce,
  SignerRefusal,
} from '@isobath/signer/client';
import { getAddress } from 'viem';
import { type AskedAct, officersNeeded, readApprovals } from '../../base/custody/index.ts';
import { listHouseAddresses } from '../keys/house-addresses.ts';
import type { CustodyContext } from '../loop.ts';

type ActKind = AskedAct['kind'];

interface ActRow {
  readonly item_id: number;
  readonly kind: ActKind;
  readonly asked: object;
  readonly state: 'asked' | 'waiting';
  readonly sequence: number;
  readonly signed_count: number;
}

/** Of deposit addresses those that sent last; the signer takes a thousand numbers in all. */
const SENDERS_MAX = 900;

// An older log of the signer lacks what was signed last. What it refused counts for nothing.
const SENDERS = `
  WITH lately AS (
    SELECT network_id, from_address AS address FROM chain_sends
    WHERE nonce IS NOT NULL AND state <> 'refused'
    GROUP BY network_id, from_address ORDER BY max(send_id) DESC LIMIT ${SENDERS_MAX})
  SELECT network_id, address, next_nonce, (network_id, address) IN (TABLE lately) AS is_late
  FROM chain_nonces`;

interface Sender {
  readonly network_id: number;
  readonly address: string;
  readonly next_nonce: number;
  readonly is_late: boolean;
}

/**
 * The next number of the house's addresses and of those that sent last, as the chains say it, never
 * below what was signed.
 */
async function readNextNonces({ database, signer, listNetworks }: CustodyContext) {
  const own = await database.query<Sender>(SENDERS);
  const nonces: NextNonce[] = [];
  for (const { networkId: network, family, port } of listNetworks()) {
    const kept = own.filter((row) => row.network_id === network);
    const house = listHouseAddresses(signer.keys, family).map(({ address }) => address);
    const late = kept.filter((row) => row.is_late).map(({ address }) => address);
    for (const address of new Set([...house, ...late])) {
      const found = await port.readNextNonce(address.toLowerCase());
      if (found === undefined) continue;
      const least = kept.find((row) => row.address === address)?.next_nonce ?? 0;
      nonces.push({ network, address: getAddress(address), nonce: Math.max(found, least) });
    }
  }
  return nonces;
}

/** What officers thaw with holds for our rows too: a database of before knew less. */
async function raiseNonces({ fence }: CustodyContext, nonces: readonly NextNonce[]): Promise<void> {
  await fence.write((session) =>
    session.execute(
      `INSERT INTO chain_nonces AS own (network_id, address, next_nonce)
       SELECT * FROM unnest($1::int[], $2::text[], $3::bigint[])
       ON CONFLICT (network_id, address)
       DO UPDATE SET next_nonce = greatest(own.next_nonce, EXCLUDED.next_nonce)`,
      [
        nonces.map(({ network }) => network),
        nonces.map(({ address }) => address),
        nonces.map(({ nonce }) => nonce),
      ],
    ),
  );
}

async function describe(context: CustodyContext, row: ActRow, sequence: number): Promise<void> {
  const { signer, fence } = context;
  let asked = { act: row.kind, ...row.asked } as DescribedAct;
  if (asked.act === 'thaw') asked = { ...asked, nextNonces: await readNextNonces(context) };
  try {
    const { text, hash, signature } = await signer.call('describeAct', asked);
    await fence.write((session) =>
      session.execute(
        `UPDATE officer_items SET state = 'waiting', asked = $2, text = $3, hash = $4,
           signature = $5, sequence = $6 WHERE item_id = $1 AND state = 'asked'`,
        [row.item_id, JSON.stringify(asked), text, hash, signature, sequence],
      ),
    );
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    await end(context, row, { state: 'refused', outcome: error.code });
  }
}

async function end(
  { fence, readNowMs }: CustodyContext,
  { item_id: itemId }: ActRow,
  { state, outcome }: { readonly state: 'done' | 'refused' | 'over'; readonly outcome: string },
): Promise<void> {
  await fence.write((session) =>
    session.execute(
      `UPDATE officer_items SET state = $2, outcome = $3, ended_at_ms = $4
       WHERE item_id = $1 AND state IN ('asked', 'waiting')`,
      [itemId, state, outcome, readNowMs()],
    ),
  );
}

async function handOver(context: CustodyContext, row: ActRow): Promise<void> {
  const { signer, database, report } = context;
  const approvals = await readApprovals(database, row.item_id);
  const asked = row.asked as DescribedAct;
  try {
    if (asked.act === 'freeze') await signer.call('freeze', { approvals });
    else if (asked.act === 'policy') {
      await signer.call('policy', { policy: asked.policy, approvals });
    } else {
      // Before the signer, as what is killed behind its answer is over and comes here no more.
      await raiseNonces(context, asked.nextNonces);
      await signer.call('thaw', { nextNonces: asked.nextNonces, approvals });
    }
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    report(error);
    await end(context, row, { state: 'refused', outcome: error.code });
    return;
  }
  await end(context, row, { state: 'done', outcome: '' });
}

/**
 * Take every act as far as it goes. A custody that was killed behind the signer's answer finds the
 * sequence gone on: its act is over, and what came of it is the signer's state.
 */
export async function goOnWithActs(
  context: CustodyContext,
  { sequence }: CallResult<'status'>,
): Promise<void> {
  const rows = await context.database.query<ActRow>(
    `SELECT item_id, kind, asked, state, sequence,
       (SELECT count(*) FROM officer_assertions AS signed
         WHERE signed.item_id = items.item_id)::int AS signed_count
     FROM officer_items AS items WHERE kind <> 'payment' AND state IN ('asked', 'waiting')
     ORDER BY kind = 'freeze' DESC, item_id`,
  );
  for (const row of rows) {
    if (row.state === 'asked') await describe(context, row, sequence);
    else if (row.sequence !== sequence) await end(context, row, { state: 'over', outcome: '' });
    else if (row.signed_count >= officersNeeded[row.kind]) {
      await handOver(context, row);
      // The sequence has gone on: the others are looked at with the new one.
      return;
    }
  }
}
