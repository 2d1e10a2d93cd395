// The state of a transfer's form: accounts, pair, coin, amount, what the accounts hold, and the
// outcome of sending. Not its looks (TransferForm.tsx). Only in a browser.
import { cutZeros } from '@isobath/core/math';
import { ApiError } from '@isobath/sdk';
import {
  type RouteAnswer,
  type TransferCoin,
  type TransferPair,
  type TransferType,
  transferRoutes,
} from '@isobath/wire';
import { useCallback, useEffect, useRef, useState } from 'react';
import { browserClient } from '../../base/client.ts';
import { useNewest } from '../../base/newest.ts';
import { writeSetting } from '../../base/settings.ts';
import { FIRST_COIN, ISOLATED, waySetting } from './accounts.ts';
import { type AmountNote, cutDecimals, findProblem, readCap, settleAmount } from './amount.ts';

type Wallet = RouteAnswer<typeof transferRoutes.wallet>;
type TypeRules = RouteAnswer<typeof transferRoutes.types>;

/** What the person has chosen. */
export interface Choice {
  readonly source: TransferType;
  readonly target: TransferType;
  readonly tradeId: number;
  readonly coinId: number;
}

/** What the accounts hold of the chosen coin, and what can be chosen. */
interface Facts {
  readonly coins: readonly TransferCoin[];
  readonly pairs: readonly TransferPair[];
  /** Which account types give and take the chosen coin. */
  readonly types: TypeRules;
  readonly source: Wallet;
  readonly target: Wallet;
}

/** What became of sending. */
export type Outcome =
  | { readonly kind: 'done' | 'processing' | 'asks' | 'refused'; readonly text: string }
  | { readonly kind: 'offline' };

const DEFAULT_PRECISION = 8;
const CODES = { processing: 20_351, margin: 30_303, isolated: 30_304 } as const;

/** Whether any coin of a pair can be moved the way that is wanted. */
export function isPairOpen(pair: TransferPair, isOut: boolean): boolean {
  return isOut
    ? pair.baseTransferoutable || pair.quoteTransferoutable
    : pair.baseTransferinable || pair.quoteTransferinable;
}

async function readFacts(choice: Choice): Promise<Facts> {
  const client = browserClient();
  const isIsolated = choice.source === ISOLATED || choice.target === ISOLATED;
  const pairOf = (type: TransferType) => (type === ISOLATED ? choice.tradeId : 0);
  const side = (type: TransferType) =>
    client.call(transferRoutes.wallet, {
      query: { type, coinId: choice.coinId, tradeId: pairOf(type) },
    });
  const listOf = (type: TransferType) =>
    client.call(transferRoutes.coins, {
      query: { type, tradeId: isIsolated ? choice.tradeId : 0 },
    });
  const [out, into, { pairs }, types, source, target] = await Promise.all([
    listOf(choice.source),
    listOf(choice.target),
    client.call(transferRoutes.info),
    client.call(transferRoutes.types, { query: { coinId: choice.coinId } }),
    side(choice.source),
    side(choice.target),
  ]);
  const inAble = new Map(into.map((coin) => [coin.coinId, coin.transferInAble]));
  const coins = out.map((coin) => ({
    ...coin,
    transferInAble: inAble.get(coin.coinId) === true,
  }));
  return { coins, pairs, types, source, target };
}

/** Whether an account type gives the chosen coin, or takes it. */
export function isTypeOpen(rules: TypeRules, type: TransferType, isOut: boolean): boolean {
  const rule = rules.find((one) => one.type === type);
  return rule !== undefined && (isOut ? rule.transferOutAble : rule.transferInAble);
}

/** An isolated account needs a pair: the first that is open, when the chosen one is not. */
export function choosePair(choice: Choice, pairs: readonly TransferPair[]): number {
  if (choice.source !== ISOLATED && choice.target !== ISOLATED) return 0;
  const open = pairs.filter((pair) => isPairOpen(pair, choice.source === ISOLATED));
  const isOpen = open.some(({ tradeId }) => tradeId === choice.tradeId);
  return isOpen ? choice.tradeId : (open[0]?.tradeId ?? 0);
}

/** The wished coin by its name, once; else the one chosen, else the first that can be moved. */
function chooseCoin(choice: Choice, coins: readonly TransferCoin[], asset: string): number {
  const named = coins.find(({ shortName }) => shortName === asset);
  if (named !== undefined) return named.coinId;
  if (coins.some(({ coinId }) => coinId === choice.coinId)) return choice.coinId;
  const movable = coins.find((coin) => coin.transferOutAble && coin.transferInAble);
  return (movable ?? coins[0])?.coinId ?? FIRST_COIN;
}

/** What a transfer begins with. */
export interface FirstChoice {
  readonly source: TransferType;
  readonly target: TransferType;
  readonly coinId?: number | undefined;
  readonly tradeId?: number | undefined;
  /** Short name of the coin, in place of its number. */
  readonly asset?: string | undefined;
}

/** The choice to begin with: USDT when no coin is named. */
export function firstChoice(first: FirstChoice): Choice {
  const { source, target, tradeId = 0, coinId = FIRST_COIN } = first;
  return { source, target, tradeId, coinId };
}

/** Decimals that may be typed. */
export function readPrecision(coin: Pick<TransferCoin, 'transferPrecision'> | undefined): number {
  return coin?.transferPrecision ?? DEFAULT_PRECISION;
}

/** The amount, and what was done to it when its field was left. */
interface Draft {
  readonly amount: string;
  readonly note: AmountNote | null;
}

const noDraft: Draft = { amount: '', note: null };

/** The form. @param first - accounts and coin to begin with. */
export function useTransfer(first: FirstChoice) {
  const [choice, setChoice] = useState(() => firstChoice(first));
  const wishedAsset = useRef(first.asset ?? '');
  // One key a wish: whatever is sent again unchanged, after silence too, moves money once.
  const sent = useRef({ request: '', key: '' });
  const [{ amount, note }, setDraft] = useState<Draft>(noDraft);
  const setAmount = (next: string) => setDraft({ amount: next, note: null });
  const [facts, setFacts] = useState<Facts | 'failed' | null>(null);
  const [isSending, setSending] = useState(false);

  const begin = useNewest();
  const load = useCallback(async () => {
    const isNewest = begin();
    try {
      const read = await readFacts(choice);
      if (!isNewest()) return;
      const tradeId = choosePair(choice, read.pairs);
      const coinId = chooseCoin(choice, read.coins, wishedAsset.current);
      wishedAsset.current = '';
      if (tradeId !== choice.tradeId || coinId !== choice.coinId) {
        setChoice({ ...choice, tradeId, coinId });
        return;
      }
      setFacts(read);
    } catch {
      if (isNewest()) setFacts('failed');
    }
  }, [begin, choice]);
  useEffect(() => void load(), [load]);

  const change = (next: Partial<Choice>) => {
    setChoice({ ...choice, ...next });
    setAmount('');
  };
  const known = facts === null || facts === 'failed' ? null : facts;
  const coin = known?.coins.find(({ coinId }) => coinId === choice.coinId);
  const cap = known === null ? '0' : readCap(known.source);
  const precision = readPrecision(coin);
  const limits = { precision, cap };

  async function send(isOpening: boolean): Promise<Outcome> {
    const { source, target, tradeId, coinId } = choice;
    setSending(true);
    try {
      const body = {
        source,
        target,
        sourceTradeId: source === ISOLATED ? tradeId : 0,
        targetTradeId: target === ISOLATED ? tradeId : 0,
        coinId,
        amount: cutZeros(amount),
        isOpening,
      };
      const request = JSON.stringify(body);
      if (sent.current.request !== request) sent.current = { request, key: crypto.randomUUID() };
      const answer = await browserClient().call(transferRoutes.submit, {
        body,
        idempotencyKey: sent.current.key,
      });
      sent.current = { request: '', key: '' };
      setAmount('');
      writeSetting(waySetting, { source, target });
      void load();
      return { kind: 'done', text: answer.message };
    } catch (error) {
      // No answer: it may have moved. The same wish keeps its key.
      if (!(error instanceof ApiError)) return { kind: 'offline' };
      sent.current = { request: '', key: '' };
      const text = error.message;
      if (error.code === CODES.processing) {
        setAmount('');
        return { kind: 'processing', text };
      }
      const isQuestion = error.code === CODES.margin || error.code === CODES.isolated;
      if (!isQuestion) void load();
      return { kind: isQuestion ? 'asks' : 'refused', text };
    } finally {
      setSending(false);
    }
  }

  return {
    choice,
    coin,
    facts,
    known,
    amount,
    cap,
    precision,
    isSending,
    note,
    /** The most that can be moved, as the field would have it. */
    most: cutZeros(cutDecimals(cap, precision)),
    problem: findProblem(amount, limits),
    load,
    change,
    send,
    type: setAmount,
    /** Whoever leaves the field gets what can be moved of what he typed, and is told. */
    settle() {
      const settled = settleAmount(amount, limits);
      if (settled.note !== null) setDraft(settled);
    },
    takeAll: () => setAmount(cutZeros(cutDecimals(cap, precision))),
    swap: () => change({ source: choice.target, target: choice.source }),
    /** Choosing the account of the other side swaps the two. */
    choose(side: 'source' | 'target', type: TransferType) {
      const other = side === 'source' ? 'target' : 'source';
      if (choice[other] === type) {
        change({ source: choice.target, target: choice.source });
      } else change({ [side]: type, tradeId: 0 });
    },
  };
}

/** The form's state and acts. */
export type Transfer = ReturnType<typeof useTransfer>;
