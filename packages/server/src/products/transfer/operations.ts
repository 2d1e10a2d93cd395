// One transfer between two accounts of one person: every rule before the engine is asked, the
// account opened when the person agreed, one command, and what its outcome means to the person.
// It moves no money itself: the engine checks and moves. Called by routes.ts.
import { AccountClass, AccountType, CommandKind, EventKind, TransferReason } from '@isobath/core';
import { parseDecimal } from '@isobath/core/math';
import type { AccountId, OwnerId } from '@isobath/core';
import type { RouteBody, TransferType, transferRoutes } from '@isobath/wire';
import type { AccountDirectory } from '../../base/accounts/index.ts';
import type { CommandClient, CommandSigns, DurableOutcome } from '../../base/commands/index.ts';
import type { Coin, MarketRegistry } from '../../base/market/index.ts';
import { CallRefusal, refuse, refuseField } from '../../base/product/index.ts';
import { numberTransfer } from './projection.ts';
import { type DayUse, isOfPair, type TransferRules } from './rules.ts';

/** What a transfer stands on. */
export interface TransferOperationParts {
  readonly commandClient: CommandClient;
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
  readonly rules: TransferRules;
  readonly readNowMs: () => number;
  /** What the person is told when the money has moved. */
  readonly sayDone: (locale: string, moved: { amount: string; asset: string }) => string;
  readonly report: (error: unknown) => void;
}

/** One side: account type, and the pair of an isolated account (else 0). */
export interface Side {
  readonly type: TransferType;
  readonly scope: number;
}

/** What a person asks for, checked by the wire. */
export type TransferBody = Required<RouteBody<typeof transferRoutes.submit>> & {
  readonly source: TransferType;
  readonly target: TransferType;
  readonly sourceTradeId: number;
  readonly targetTradeId: number;
  readonly coinId: number;
  readonly isOpening: boolean;
};

/** What was moved. */
export interface MovedMoney {
  /** Number of the transfer, as the records have it. */
  readonly transferId: number;
  readonly sequence: number;
  /** Says it in the caller's language. */
  readonly message: string;
}

/** Moves money between two accounts of the caller. */
export type TransferOperation = (
  body: TransferBody,
  signs: CommandSigns,
  locale: string,
) => Promise<MovedMoney>;

/** How long a caller waits for the commit. */
const DURABLE_WITHIN_MS = 2_000;
/** Amounts at or above this are no amounts of money. */
const UNITS_MAX = 2n ** 103n;

/** Account types that a person must agree to open, and the refusal that asks. */
const ASKED = {
  [AccountType.crossMargin]: 'margin_not_opened',
  [AccountType.isolatedMargin]: 'isolated_not_opened',
} as const;

/** Make the operation. */
export function createTransferOperation(parts: TransferOperationParts): TransferOperation {
  const { accounts, markets, rules } = parts;

  function readSide(type: TransferType, tradeId: number, field: string): Side {
    if (type !== AccountType.isolatedMargin) return { type, scope: 0 };
    if (markets.marketById(tradeId) === undefined) throw refuseField(field, 'unknown');
    return { type, scope: tradeId };
  }

  function checkPair(side: Side, coin: Coin): void {
    const pair = markets.marketById(side.scope);
    if (side.scope !== 0 && pair !== undefined && !isOfPair(pair, coin)) {
      throw refuseField('coinId', 'not of this pair');
    }
  }

  function parseUnits(amount: string, coin: Coin): bigint {
    if (/[1-9]/.test((amount.split('.')[1] ?? '').slice(coin.scale))) {
      throw refuseField('amount', 'decimals');
    }
    const units = parseDecimal(amount, coin.scale);
    if (units === 0n) throw refuseField('amount', 'zero');
    if (units >= UNITS_MAX) throw refuseField('amount', 'range');
    return units;
  }

  async function openTarget(
    side: Side,
    isAgreed: boolean,
    signs: CommandSigns,
  ): Promise<AccountId> {
    const { ownerId } = signs.caller;
    const known = accounts.readAccount(ownerId, side.type, side.scope);
    if (known !== undefined) return known;
    const question = ASKED[side.type as keyof typeof ASKED];
    if (question !== undefined && !isAgreed) throw refuse(question);
    const outcome = await parts.commandClient.try(
      {
        kind: CommandKind.openAccount,
        ownerId: ownerId as OwnerId,
        accountType: side.type,
        scope: side.scope,
        isMock: false,
        accountClass: AccountClass.wallet,
      },
      { ...signs, idempotencyKey: '' },
    );
    for (const event of outcome.events) accounts.apply(event);
    const opened = accounts.readAccount(ownerId, side.type, side.scope);
    if (opened === undefined) throw refuse('outcome_unknown');
    return opened;
  }

  /** The commit, or after two seconds the news that it is still on its way. */
  async function waitForCommit(sending: Promise<DurableOutcome>): Promise<DurableOutcome> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(refuse('transfer_processing')), DURABLE_WITHIN_MS);
    });
    try {
      return await Promise.race([sending, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Send under the person's limit of the day, if there is one. */
  async function sendWithin(
    use: DayUse | undefined,
    send: () => Promise<DurableOutcome>,
  ): Promise<DurableOutcome> {
    const taken = use === undefined ? 'known' : await rules.take(use);
    if (use !== undefined && taken === 'refused') {
      throw refuse('transfer_day_limit', { limit: String(use.limitUnits) });
    }
    const sending = send();
    sending.catch((error: unknown) => {
      // Given back only when it certainly did not move: an unknown outcome keeps the day used.
      const isCertain = error instanceof CallRefusal && error.word !== 'outcome_unknown';
      if (use !== undefined && taken === 'taken' && isCertain)
        rules.giveBack(use).catch(parts.report);
    });
    return waitForCommit(sending);
  }

  return async (body: TransferBody, signs: CommandSigns, locale: string) => {
    const coin = markets.coinById(body.coinId);
    if (coin === undefined || coin.isMock) throw refuseField('coinId', 'unknown');
    const source = readSide(body.source, body.sourceTradeId, 'sourceTradeId');
    const target = readSide(body.target, body.targetTradeId, 'targetTradeId');
    if (source.type === target.type && source.scope === target.scope) {
      throw refuseField('target', 'same account');
    }
    checkPair(source, coin);
    checkPair(target, coin);
    const amountUnits = parseUnits(body.amount, coin);
    const ruleOf = await rules.read();
    const out = ruleOf(source.type, coin, source.scope);
    if (!out.canGoOut) throw refuse('transfer_not_out', { asset: coin.shortName });
    if (!ruleOf(target.type, coin, target.scope).canComeIn) {
      throw refuse('transfer_not_in', { asset: coin.shortName });
    }
    const { ownerId } = signs.caller;
    const fromAccountId = accounts.readAccount(ownerId, source.type, source.scope);
    if (fromAccountId === undefined) throw refuse('transfer_source_empty');
    const toAccountId = await openTarget(target, body.isOpening, signs);
    const use =
      out.dayLimitUnits === undefined
        ? undefined
        : {
            ownerId,
            type: source.type,
            coinId: coin.coinId,
            atMs: parts.readNowMs(),
            units: amountUnits,
            limitUnits: out.dayLimitUnits,
            key: signs.idempotencyKey,
          };
    const outcome = await sendWithin(use, () =>
      parts.commandClient.send(
        {
          kind: CommandKind.transfer,
          fromAccountId,
          toAccountId,
          assetId: coin.coinId,
          amountUnits,
          reason: TransferReason.betweenAccounts,
          reference: 0,
        },
        signs,
      ),
    );
    const place = outcome.events.findIndex(({ kind }) => kind === EventKind.transferPosted);
    return {
      sequence: outcome.sequence,
      transferId: numberTransfer(outcome.sequence, place),
      message: parts.sayDone(locale, { amount: body.amount, asset: coin.shortName }),
    };
  };
}
