// On a chain of outputs withdrawals themselves spend what deposit addresses hold. While fees are
// low, many small outputs become one, so that later payments are small.
// Called by the sender, after payments.

import { ACCOUNTS } from '@isobath/signer/addresses';
import { calculateDust, calculateVsize, P2WPKH_SCRIPT_BYTES } from '@isobath/signer/fees';
import { hasGas } from '../sender/gas-reserve.ts';
import type { Looked, SenderParts } from '../sender/parts.ts';
import { calculateFee, listInputs, readCoins, reserve } from '../sender/plan-utxo.ts';
import type { UtxoSignRequest } from '../sender/requests.ts';
import { commitPlan, nameMove, nameRequest, PlanLost } from '../sender/sends.ts';
import { signPlanned } from '../sender/sign.ts';
import type { IsStopped } from '../sender/stops.ts';

/** One consolidation at a time, so that payments find outputs meanwhile. */
const OPEN = `
  SELECT FROM chain_sends WHERE network_id = $1 AND kind = 'sweep'
    AND (state IN ('planned', 'signed', 'sent', 'mined')
      OR (state = 'refused' AND made_at_ms > $2))`;

/** Make one output of many, where it is cheap. */
export async function consolidate(
  parts: SenderParts,
  network: Looked,
  isStopped: IsStopped,
): Promise<void> {
  const { database, pace, readNowMs } = parts;
  const { networkId, hot } = network;
  const [own] = await database.query<{ asset_id: number; count: number }>(
    `SELECT asset_id, (SELECT count(*)::int FROM chain_outputs WHERE network_id = $1
       AND is_counted AND send_id IS NULL AND height IS NOT NULL) AS count
     FROM network_assets WHERE network_id = $1 AND contract = ''`,
    [networkId],
  );
  if (own === undefined || own.count < pace.joinFromCount || isStopped(own.asset_id)) return;
  const open = await database.query(OPEN, [networkId, readNowMs() - pace.againAfterMs]);
  if (open.length > 0) return;
  const fees = await network.port.estimateFees();
  if (fees.family !== 'utxo' || fees.feePerThousandBytesRaw >= pace.joinBelowRaw) return;
  const rate = fees.feePerThousandBytesRaw;
  const coins = await readCoins(database, { networkId, rate });
  if (coins.length < pace.joinFromCount) return;
  const script = new Uint8Array(P2WPKH_SCRIPT_BYTES);
  const feeRaw = calculateFee(rate, calculateVsize(coins.length, [P2WPKH_SCRIPT_BYTES]));
  const raw = coins.reduce((sum, coin) => sum + coin.raw, 0n) - feeRaw;
  if (raw < calculateDust(script, 'ltc') || !(await hasGas(parts, network, feeRaw))) return;
  const to = { account: ACCOUNTS.hot, change: 0, index: 0 } as const;
  const body: UtxoSignRequest = {
    requestId: nameRequest(),
    network: networkId,
    kind: 'sweep',
    from: { account: ACCOUNTS.hot, index: 0 },
    outputs: [{ paymentId: nameMove(), to: hot, raw: String(raw), own: to }],
    approvals: [],
    inputs: listInputs(coins),
    fees: { feeRaw: String(feeRaw) },
  };
  try {
    await commitPlan(parts, network, {
      kind: 'sweep',
      body,
      from: hot,
      nonce: null,
      feeRaw,
      reserve: (session, sendId) => reserve(session, networkId, { sendId, coins }),
    });
  } catch (error) {
    if (error instanceof PlanLost) return;
    throw error;
  }
  await signPlanned(parts, network);
}
