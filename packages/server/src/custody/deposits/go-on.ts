// Goes on with what counted: moves that the engine refused or that waited for the one before,
// deposits that nobody could look at, and those whose block was lost after they counted.
// State alone decides what is done, so that a kill between two lines changes nothing.
// Called by custody's loop.

import type { OpenNetwork } from '../networks.ts';
import type { CountParts } from './count.ts';
import type { ScreeningAnswer } from './screening.ts';
import {
  beginMove,
  findDepositAccounts,
  type MovableDeposit,
  MOVE_COLUMNS,
  readWanted,
} from './ledger-move.ts';

/** What the engine refused is asked of it again after so long. */
const AGAIN_AFTER_MS = 60_000;
/** Word of a network's halt. */
const VANISHED = 'deposit_vanished';

/** Moves that a halt does not stop: what is taken back, and what comes back. */
const WAITING = `
  SELECT ${MOVE_COLUMNS} FROM deposits
  WHERE network_id = $1 AND status <> 1 AND (held_in = '' OR status = 2 OR vanished_at_ms > 0
      OR held_in = 'outgoing' OR (status = 3 AND held_in = 'suspense'))
    AND moving_to = '' AND units IS NOT NULL AND refused_at_ms <= $2
    AND (held_in IN ('owner', 'outgoing')
      OR (SELECT state FROM networks WHERE network_id = $1) = 'open')
  ORDER BY deposit_id`;

/** Begin every move that waits. */
export async function goOnMoving(parts: CountParts, { networkId }: OpenNetwork): Promise<void> {
  const { database, fence, money, readNowMs } = parts;
  const nowMs = readNowMs();
  const rows = await database.query<MovableDeposit>(WAITING, [networkId, nowMs - AGAIN_AFTER_MS]);
  for (const row of rows) {
    const wanted = readWanted(row);
    if (wanted === row.held_in) continue;
    const accounts = await findDepositAccounts(money, row);
    const availableUnits =
      wanted === 'outgoing' ? await money.readAvailableUnits(accounts.owner, row.asset_id) : 0n;
    await fence.write(async (session) => {
      const [held] = await session.query<MovableDeposit>(
        `SELECT ${MOVE_COLUMNS} FROM deposits WHERE deposit_id = $1 AND moving_to = ''
         AND held_in = $2 FOR UPDATE`,
        [row.deposit_id, row.held_in],
      );
      if (held === undefined || readWanted(held) !== wanted) return;
      await beginMove(session, money, { row: held, accounts, availableUnits, nowMs });
    });
    money.intents.nudge();
  }
}

/**
 * Halt a network one of whose counted deposits stands in no block any more, and say which are back.
 * Called when the end of the chain was read: a transaction that only changed its block is placed
 * again by then.
 */
export async function watchCounted(parts: CountParts, { networkId }: OpenNetwork): Promise<void> {
  const { fence, database, readNowMs, report } = parts;
  const changed = await database.query(
    `SELECT FROM deposits WHERE network_id = $1 AND kind <> 'inside' AND status NOT IN (1, 7)
       AND units IS NOT NULL AND (block_hash IS NULL) <> (vanished_at_ms > 0) LIMIT 1`,
    [networkId],
  );
  if (changed.length === 0) return;
  const lost = await fence.write(async (session) => {
    const rows = await session.query<{ deposit_id: number }>(
      `UPDATE deposits SET vanished_at_ms = $2
       WHERE network_id = $1 AND kind <> 'inside' AND status NOT IN (1, 7) AND units IS NOT NULL
         AND block_hash IS NULL AND vanished_at_ms = 0 RETURNING deposit_id`,
      [networkId, readNowMs()],
    );
    await session.execute(
      `UPDATE deposits SET vanished_at_ms = 0
       WHERE network_id = $1 AND status NOT IN (1, 7) AND block_hash IS NOT NULL
         AND vanished_at_ms > 0`,
      [networkId],
    );
    if (rows.length > 0) {
      await session.execute(
        `UPDATE networks SET state = 'halted', halt_reason = $2
         WHERE network_id = $1 AND state <> 'halted'`,
        [networkId, VANISHED],
      );
    }
    return rows;
  });
  if (lost.length === 0) return;
  const numbers = lost.map(({ deposit_id: depositId }) => depositId).join(', ');
  report(new Error(`network ${networkId} is halted: deposits ${numbers} stand in no block`));
}

/** Why a deposit is held; "" = it passed. */
function sayReason(answer: ScreeningAnswer | undefined): string {
  if (answer === undefined) return 'screening_down';
  if (answer.kind === 'refuse') return answer.code;
  return answer.kind === 'hold' ? 'screening' : '';
}

/** Look again at deposits that are held because nobody could look. */
export async function screenAgain(parts: CountParts, { networkId }: OpenNetwork): Promise<void> {
  const { database, fence, screenDeposit, readNowMs } = parts;
  const nowMs = readNowMs();
  const rows = await database.query<{
    deposit_id: number;
    asset_id: number;
    owner_id: number;
    from_address: string;
    raw: string;
  }>(
    `SELECT deposit_id, asset_id, owner_id, from_address, raw::text FROM deposits
     WHERE network_id = $1 AND status = 11 AND reason = 'screening_down' AND screened_at_ms <= $2
     ORDER BY deposit_id LIMIT 20`,
    [networkId, nowMs - AGAIN_AFTER_MS],
  );
  for (const row of rows) {
    const { deposit_id: depositId, asset_id: assetId, owner_id: ownerId } = row;
    const from = row.from_address === '' ? [] : [row.from_address];
    const asked = { depositId, ownerId, from, networkId, assetId, raw: BigInt(row.raw) };
    const said = await screenDeposit(asked).catch(() => undefined);
    // Who has not answered yet has not looked.
    const isKnown = said?.kind !== 'wait' && !(said?.kind === 'hold' && said.isDown === true);
    const answer = isKnown ? said : undefined;
    const isPassed = answer?.kind === 'pass';
    await fence.write((session) =>
      session.execute(
        `UPDATE deposits SET screened_at_ms = $2, screening = $4,
           status = CASE WHEN $3 AND gain = '' THEN 2 ELSE status END,
           reason = CASE WHEN $3 AND gain <> '' THEN 'gain_' || gain ELSE $5 END
         WHERE deposit_id = $1 AND status = 11`,
        [depositId, nowMs, isPassed, answer?.kind ?? 'hold', sayReason(answer)],
      ),
    );
  }
}
