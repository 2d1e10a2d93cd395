// Asking for a withdrawal and taking it back. Checks, row, what moves the money and the use of the
// day are one transaction with the owner's row locked.
// Called by the calls of withdrawing.
import { AccountClass, type AccountId, AccountType, CommandKind } from '@isobath/core';
import type { OwnerId } from '@isobath/core';
import { Source } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { RouteAnswer, withdrawRoutes } from '@isobath/wire';
import { ensureSpotAccount } from '../../../base/accounts/index.ts';
import {
  isCancelable,
  readWithdrawStatus,
  releaseWithdrawal,
  UNSURE_REASONS,
  type WithdrawalState,
} from '../../../base/custody/index.ts';
import type { Session } from '../../../base/db/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import { refuse } from '../../../base/product/index.ts';
import type { Vault } from '../../../base/vault/index.ts';
import {
  type ClosedDeclaration,
  closeDeclaration,
  writeDeclaration,
} from '../travel/declarations.ts';
import {
  checkWithdrawal,
  type NewWithdrawal,
  type WithdrawalCall,
  type WithdrawalCheckParts,
} from './checks.ts';
import { findReviewReasons } from './review.ts';
import { writeWithdrawal } from './write.ts';

/** What withdrawing stands on. */
export type WithdrawParts = WithdrawalCheckParts &
  Pick<Platform, 'database' | 'intents' | 'commandClient'> & { readonly vault: Vault };

type Submitted = RouteAnswer<typeof withdrawRoutes.submit>;

interface Row {
  readonly state: WithdrawalState;
  readonly asset_id: number;
  readonly fee_units: string;
  readonly receives_units: string;
  readonly take_intent_id: number;
}

/** What is on its way out has an account of its own; opened with the first withdrawal. */
async function ensureOutgoing(parts: WithdrawParts, ownerId: number): Promise<AccountId> {
  const { accounts, commandClient } = parts;
  const find = () => accounts.readAccount(ownerId, AccountType.outgoing, 0);
  const known = find();
  if (known !== undefined) return known;
  const outcome = await commandClient.try(
    {
      kind: CommandKind.openAccount,
      ownerId: ownerId as OwnerId,
      accountType: AccountType.outgoing,
      scope: 0,
      isMock: false,
      accountClass: AccountClass.wallet,
    },
    { caller: { ownerId: HOUSE, sessionId: 0 }, idempotencyKey: '', source: Source.operator },
  );
  for (const event of outcome.events) accounts.apply(event);
  const opened = find() ?? outcome.facts[0];
  if (opened === undefined) throw refuse('outcome_unknown');
  return opened as AccountId;
}

const HOUSE = 1;

/** Ask for a withdrawal; the same client id again answers the same one. */
export async function submitWithdrawal(
  parts: WithdrawParts,
  call: WithdrawalCall,
): Promise<Submitted> {
  const { database, intents, vault } = parts;
  const { ownerId } = call.caller;
  const { travel, clientId } = call.body;
  const declared = travel && (await closeDeclaration(vault, travel, { ownerId, clientId }));
  const withdrawalId = await database.transaction(async (session) => {
    const judged = await checkWithdrawal(session, call, parts);
    if (judged.kind === 'known') return judged.withdrawalId;
    return write(parts, session, { call, judged, declared });
  });
  intents.nudge();
  return show(parts, ownerId, withdrawalId);
}

interface Asked {
  readonly call: WithdrawalCall;
  readonly judged: NewWithdrawal;
  /** Who receives it, closed. */
  readonly declared: ClosedDeclaration | undefined;
}

async function write(
  parts: WithdrawParts,
  session: Session,
  { call, judged, declared }: Asked,
): Promise<number> {
  const { ownerId } = call.caller;
  const nowMs = parts.readNowMs();
  const spotAccountId = parts.accounts.readSpotAccount(ownerId);
  // Without one there was no balance to check.
  if (spotAccountId === undefined) throw refuse('withdraw_balance_low');
  const reasons = await findReviewReasons(session, judged, { ownerId, nowMs });
  const { withdrawalId } = await writeWithdrawal(session, parts.intents, {
    ...judged,
    ownerId,
    clientId: call.body.clientId,
    assetId: judged.coin.coinId,
    reasons,
    spotAccountId,
    outgoingAccountId: await ensureOutgoing(parts, ownerId),
    ...(await findPayee(parts, judged.insideOwnerId)),
    nowMs,
  });
  if (declared !== undefined) {
    await writeDeclaration(session, declared, { withdrawalId, ownerId, nowMs });
  }
  return withdrawalId;
}

async function findPayee(parts: WithdrawParts, payeeId: number) {
  if (payeeId === 0) return {};
  await ensureSpotAccount(parts, payeeId);
  const accountId = parts.accounts.readSpotAccount(payeeId);
  if (accountId === undefined) throw refuse('outcome_unknown');
  return { payee: { ownerId: payeeId, accountId } };
}

/** As it is once the engine has answered, or after two seconds as it is then. */
async function show(
  { database, intents, markets }: WithdrawParts,
  ownerId: number,
  withdrawalId: number,
): Promise<Submitted> {
  const read = async () => {
    const [row] = await database.query<Row>(
      `SELECT state, asset_id, fee_units::text, receives_units::text, take_intent_id
       FROM withdrawals WHERE withdrawal_id = $1 AND owner_id = $2`,
      [withdrawalId, ownerId],
    );
    if (row === undefined) throw refuse('object_not_found');
    return row;
  };
  const { take_intent_id: intentId } = await read();
  const ended = await intents.waitFor(intentId);
  const row = await read();
  const scale = markets.coinById(row.asset_id)?.scale ?? 0;
  return {
    withdrawId: String(withdrawalId),
    status: readWithdrawStatus(row.state),
    fee: formatDecimal(BigInt(row.fee_units), scale),
    receives: formatDecimal(BigInt(row.receives_units), scale),
    seq: String(ended?.sequence ?? 0),
  };
}

interface CancelRow extends Row {
  readonly end_intent_id: number | null;
  readonly is_unsure: boolean;
}

/**
 * Take a withdrawal back, as long as nothing of it is signed.
 *
 * @errors withdraw_signed when the sender was first, object_not_found for somebody else's.
 */
export async function cancelWithdrawal(
  parts: WithdrawParts,
  { ownerId, withdrawalId }: { readonly ownerId: number; readonly withdrawalId: number },
): Promise<number> {
  const { database, intents, readNowMs } = parts;
  const read = async () => {
    const [row] = await database.query<CancelRow>(
      `SELECT state, take_intent_id, end_intent_id, reasons && ${UNSURE_REASONS} AS is_unsure
       FROM withdrawals WHERE withdrawal_id = $1 AND owner_id = $2`,
      [withdrawalId, ownerId],
    );
    if (row === undefined) throw refuse('object_not_found');
    return row;
  };
  const { state, take_intent_id: takeId } = await read();
  // What is being taken cannot be given back yet.
  if (state === 'requested' && (await intents.waitFor(takeId)) === undefined) {
    throw refuse('outcome_unknown');
  }
  const step = { withdrawalId, to: 'cancelled', nowMs: readNowMs() } as const;
  const isTaken = await database.transaction((session) =>
    releaseWithdrawal(session, intents, step),
  );
  intents.nudge();
  const row = await read();
  if (isTaken && row.end_intent_id !== null) await intents.waitFor(row.end_intent_id);
  const isLate = row.is_unsure || !isCancelable(row.state);
  if (!isTaken && row.state !== 'cancelled' && isLate) {
    throw refuse('withdraw_signed');
  }
  return readWithdrawStatus(row.state);
}
