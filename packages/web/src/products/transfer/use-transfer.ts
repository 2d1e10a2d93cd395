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
import { useCallback, useEffect, useState } from 'react';
import { browserClient } from '../../base/client.ts';
import { FIRST_COIN, ISOLATED } from './accounts.ts';
import { cutDecimals, isAmount, isMore, readCap, typeAmount } from './amount.ts';

type Wallet = RouteAnswer<typeof transferRoutes.wallet>;

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
  readonly source: Wallet;
  readonly target: Wallet;
}

/** What became of sending. */
export type Outcome =
  | { readonly kind: 'done'; readonly amount: string; readonly asset: string }
  | { readonly kind: 'processing' | 'asks' | 'refused'; readonly text: string }
  | { readonly kind: 'offline' };

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
  const [out, into, { pairs }, source, target] = await Promise.all([
    listOf(choice.source),
    listOf(choice.target),
    client.call(transferRoutes.info),
    side(choice.source),
    side(choice.target),
  ]);
  const inAble = new Map(into.map((coin) => [coin.coinId, coin.transferInAble]));
  const coins = out.map((coin) => ({
    ...coin,
    transferInAble: inAble.get(coin.coinId) === true,
  }));
  return { coins, pairs, source, target };
}

/** An isolated account needs a pair: the first that is open, when none is chosen. */
function choosePair(choice: Choice, pairs: readonly TransferPair[]): number {
  if (choice.source !== ISOLATED && choice.target !== ISOLATED) return 0;
  if (choice.tradeId !== 0) return choice.tradeId;
  return pairs.find((pair) => isPairOpen(pair, choice.source === ISOLATED))?.tradeId ?? 0;
}

/** The form. @param first - accounts and coin to begin with. */
export function useTransfer(first: Omit<Choice, 'tradeId' | 'coinId'> & { coinId?: number }) {
  const [choice, setChoice] = useState<Choice>({
    source: first.source,
    target: first.target,
    tradeId: 0,
    coinId: first.coinId ?? FIRST_COIN,
  });
  const [amount, setAmount] = useState('');
  const [facts, setFacts] = useState<Facts | 'failed' | null>(null);
  const [isSending, setSending] = useState(false);

  const load = useCallback(async () => {
    try {
      const read = await readFacts(choice);
      const tradeId = choosePair(choice, read.pairs);
      const isListed = read.coins.some(({ coinId }) => coinId === choice.coinId);
      const coinId = isListed ? choice.coinId : (read.coins[0]?.coinId ?? FIRST_COIN);
      if (tradeId !== choice.tradeId || coinId !== choice.coinId) {
        setChoice({ ...choice, tradeId, coinId });
        return;
      }
      setFacts(read);
    } catch {
      setFacts('failed');
    }
  }, [choice]);
  useEffect(() => void load(), [load]);

  const change = (next: Partial<Choice>) => {
    setChoice({ ...choice, ...next });
    setAmount('');
  };
  const known = facts === null || facts === 'failed' ? null : facts;
  const coin = known?.coins.find(({ coinId }) => coinId === choice.coinId);
  const cap = known === null ? '0' : readCap(known.source);
  const precision = coin?.transferPrecision ?? 8;

  async function send(isOpening: boolean, idempotencyKey: string): Promise<Outcome> {
    const { source, target, tradeId, coinId } = choice;
    setSending(true);
    try {
      const body = {
        source,
        target,
        sourceTradeId: source === ISOLATED ? tradeId : 0,
        targetTradeId: target === ISOLATED ? tradeId : 0,
        coinId,
        amount: cutZeros(amount.replace(/\.$/, '')),
        isOpening,
      };
      await browserClient().call(transferRoutes.submit, { body, idempotencyKey });
      setAmount('');
      void load();
      return { kind: 'done', amount: body.amount, asset: coin?.shortName ?? '' };
    } catch (error) {
      if (!(error instanceof ApiError)) return { kind: 'offline' };
      const text = error.message;
      if (error.code === CODES.processing) return { kind: 'processing', text };
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
    isSending,
    /** What is wrong with the amount: nothing typed, or more than is there. */
    problem: !isAmount(amount) ? 'empty' : isMore(amount, cap) ? 'tooMuch' : null,
    load,
    change,
    send,
    type: (typed: string) => setAmount(typeAmount(typed, precision, cap)),
    takeAll: () => setAmount(cutZeros(cutDecimals(cap, precision))),
    swap: () => change({ source: choice.target, target: choice.source }),
    /** Choosing the account of the other side swaps the two. */
    choose(side: 'source' | 'target', type: TransferType) {
      const other = side === 'source' ? 'target' : 'source';
      if (choice[other] === type && type !== ISOLATED) {
        change({ source: choice.target, target: choice.source });
      } else change({ [side]: type, tradeId: 0 });
    },
  };
}

/** The form's state and acts. */
export type Transfer = ReturnType<typeof useTransfer>;
