// Orders that end by the clock: good-till-date orders at their time, all orders of an account whose
// dead-man switch was not pushed again. Timers themselves belong to the engine.
// Called by the engine's timers and for the command that arms the switch.
import type { SetDeadMan } from '../../command.ts';
import * as contextNames from '../../context.ts';
import * as eventNames from '../../event.ts';
import type { AccountId } from '../../ids.ts';
import * as timersNames from '../../timers.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import type { ListEffects } from '../lists/list-effects.ts';
import * as termsNames from '../state/terms.ts';
import type { OrderCanceler } from './cancel-order.ts';
import type { OrderCloser } from './close-order.ts';
import type { OrderRecords } from './order-record.ts';

const { StepWord } = contextNames;
const { EventKind } = eventNames;
const { TimerKind } = timersNames;
const { CloseReason } = wordsNames;
const { termsExpireAt } = termsNames;

const timeoutMsMin = 1000;
const timeoutMsMax = 86_400_000;
const timeoutField = 1;
const rowStride = 2;

/** What createExpiry needs. */
export interface ExpiryParts {
  readonly tradingContext: TradingContext;
  readonly records: OrderRecords;
  readonly effects: ListEffects;
  readonly canceler: OrderCanceler;
  readonly closer: OrderCloser;
}

/** Make expiry and the dead-man switch, and own their timers. */
export function createExpiry(parts: ExpiryParts) {
  const { tradingContext, records, effects, canceler, closer } = parts;
  const { timers, events, refusal, step, sizes, memory, ledger } = tradingContext;
  /** Due time and timeout by account, 0 = off. */
  const switches = memory.float64(
    'deadMen',
    (sizes.accountsMax + 1) * rowStride,
    () => (ledger.accounts.countAccounts() + 1) * rowStride,
  );

  function setSwitch(accountId: number, dueAtMs: number, timeoutMs: number): void {
    switches[accountId * rowStride] = dueAtMs;
    switches[accountId * rowStride + 1] = timeoutMs;
    events.write({ kind: EventKind.deadManSet, accountId: accountId as AccountId, dueAtMs });
  }

  function isTimeout(timeoutMs: number): boolean {
    if (!Number.isSafeInteger(timeoutMs)) return false;
    return timeoutMs === 0 || (timeoutMs >= timeoutMsMin && timeoutMs <= timeoutMsMax);
  }

  /** The command. */
  function setDeadMan(command: SetDeadMan): number {
    const { accountId, timeoutMs, actorId } = command;
    const { refuse } = refusal;
    if (!Number.isSafeInteger(accountId) || accountId < 0) return refuse('value_out_of_range', 0);
    if (!isTimeout(timeoutMs)) return refuse('value_out_of_range', timeoutField);
    const code = canceler.checkAccount(accountId, actorId);
    if (code !== 0) return code;
    const dueAtMs = timeoutMs === 0 ? 0 : step[StepWord.atMs] + timeoutMs;
    // Set again for the same instant it has its timer already.
    const isNew = dueAtMs !== 0 && dueAtMs !== switches[accountId * rowStride];
    setSwitch(accountId, dueAtMs, timeoutMs);
    if (isNew) timers.set(TimerKind.deadMan, accountId, dueAtMs);
    return 0;
  }

  /** An order's time has come: it closes, and with it the other legs of its list. */
  function expireOrder(orderId: number): void {
    const slot = records.findOpen(orderId);
    const place = effects.readPlace(slot);
    closer.closeOpen(slot, CloseReason.expiredAtTime);
    if (place !== 0) effects.afterClose(place);
  }

  timers.register(TimerKind.orderExpiry, {
    isWanted(orderId, dueMs) {
      const slot = records.findOpen(orderId);
      return slot !== 0 && records.readTerm(slot, termsExpireAt) === dueMs;
    },
    fire: expireOrder,
  });

  timers.register(TimerKind.deadMan, {
    isWanted: (accountId, dueMs) => switches[accountId * rowStride] === dueMs,
    fire(accountId) {
      setSwitch(accountId, 0, 0);
      canceler.closeAll({ accountId, market: -1, reason: CloseReason.deadMan, isForced: true });
    },
  });

  return {
    setDeadMan,
    /** Armed switches by account: account, due time, timeout. */
    listSwitches(): number[][] {
      const rows: number[][] = [];
      for (let account = 1; account <= ledger.accounts.countAccounts(); account += 1) {
        const [dueAtMs, timeoutMs] = switches.subarray(
          account * rowStride,
          account * rowStride + 2,
        );
        if (dueAtMs !== 0) rows.push([account, dueAtMs, timeoutMs]);
      }
      return rows;
    },
  };
}
