// Transactions of ours as the back office shows them. Called by the other files of the desk.
import { formatDecimal } from '@isobath/core/math';
import type { DeskSend } from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';

/** What is needed of the registry. */
export type Coins = Pick<MarketRegistry, 'coinById'>;

interface SendRow {
  readonly send_id: number;
  readonly network_id: number;
  readonly network: string;
  readonly kind: string;
  readonly family: string;
  readonly member: number;
  readonly state: string;
  readonly txid: string;
  readonly nonce: number | null;
  readonly fee_raw: string;
  readonly fee_asset_id: number;
  readonly fee_decimals: number;
  readonly height: number | null;
  readonly made_at_ms: number;
  readonly sent_at_ms: number;
  readonly withdrawal_ids: number[];
}

const SENDS = `
  SELECT send_id, network_id, networks.name AS network, kind, sends.family, member, sends.state,
    txid, nonce, fee_raw::text, height, made_at_ms, sent_at_ms,
    coalesce(native.asset_id, 0) AS fee_asset_id, coalesce(native.decimals, 0) AS fee_decimals,
    coalesce((SELECT jsonb_agg(withdrawal_id ORDER BY withdrawal_id)
      FROM chain_send_payments AS paid WHERE paid.send_id = sends.send_id), '[]') AS withdrawal_ids
  FROM chain_sends AS sends JOIN networks USING (network_id)
    LEFT JOIN network_assets AS native USING (network_id)
  WHERE coalesce(native.contract, '') = ''`;

const show = (row: SendRow, markets: Coins): DeskSend => ({
  sendId: row.send_id,
  networkId: row.network_id,
  network: row.network,
  kind: row.kind,
  family: row.family,
  member: row.member,
  state: row.state,
  txHash: row.txid,
  nonce: row.nonce ?? -1,
  fee: formatDecimal(BigInt(row.fee_raw), row.fee_decimals),
  feeCoin: markets.coinById(row.fee_asset_id)?.shortName ?? '',
  height: row.height ?? 0,
  madeAt: row.made_at_ms,
  sentAt: row.sent_at_ms,
  withdrawalIds: row.withdrawal_ids,
});

/** Those that are not final, the oldest first. */
export async function readOpenSends(session: Session, markets: Coins): Promise<DeskSend[]> {
  const rows = await session.query<SendRow>(
    `${SENDS} AND sends.state IN ('planned', 'signed', 'sent', 'mined')
     ORDER BY send_id LIMIT 200`,
  );
  return rows.map((row) => show(row, markets));
}

/** Those that carry a withdrawal, in the order of their making. */
export async function readSendsOf(
  session: Session,
  markets: Coins,
  withdrawalId: number,
): Promise<DeskSend[]> {
  const rows = await session.query<SendRow>(
    `${SENDS} AND EXISTS (SELECT FROM chain_send_payments AS paid
       WHERE paid.send_id = sends.send_id AND paid.withdrawal_id = $1) ORDER BY send_id`,
    [withdrawalId],
  );
  return rows.map((row) => show(row, markets));
}
