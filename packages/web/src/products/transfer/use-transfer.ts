// The state of a transfer's form: accounts, pair, coin, what the accounts hold, and what is asked
// after sending. Not the amount and the sending themselves (the kit's), nor its looks
// (TransferForm.tsx). Only in a browser.
import { cutAmount, readCap, useAmount, useMoney, useRead } from '@isobath/kit';
import type { ApiError } from '@isobath/sdk';
import {
  type RouteAnswer,
  type TransferCoin,
  type TransferPair,
  type TransferType,
  transferRoutes,
} from '@isobath/wire';
import { useEffect, useRef, useState } from 'react';
import { browserClient } from '../../base/client.ts';
import { writeSetting } from '../../base/settings.ts';
import { FIRST_COIN, ISOLATED, waySetting } from './accounts.ts';

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
export interface Facts {
  readonly coins: readonly TransferCoin[];
  readonly pairs: readonly TransferPair[];
  /** Which account types give and take the chosen coin. */
  readonly types: TypeRules;
  readonly source: Wallet;
  readonly target: Wallet;
}

/** A question or a note that the answer to a transfer asks for. */
export interface Asked {
  /** processing: it is taken, and not durable yet; opening: the target has to be opened first. */
  readonly kind: 'processing' | 'opening';
  readonly text: string;
}

const DEFAULT_PRECISION = 8;
const CODES = { processing: 20_351, margin: 30_303, isolated: 30_304 } as const;

/** Whether any coin of a pair can be moved the way that is wanted. */
export function isPairOpen(pair: TransferPair, isOut: boolean): boolean {
  return isOut
    ? pair.baseTransferoutable || pair.quoteTransferoutable
    : pair.baseTransferinable || pair.quoteTransferinable;
}

async function readFacts(choice: Choice, signal: AbortSignal): Promise<Facts> {
  const client = browserClient();
  const isIsolated = choice.source === ISOLATED || choice.target === ISOLATED;
  const pairOf = (type: TransferType) => (type === ISOLATED ? choice.tradeId : 0);
  const side = (type: TransferType) =>
    client.call(transferRoutes.wallet, {
      query: { type, coinId: choice.coinId, tradeId: pairOf(type) },
      signal,
    });
  const listOf = (type: TransferType) =>
    client.call(transferRoutes.coins, {
      query: { type, tradeId: isIsolated ? choice.tradeId : 0 },
      signal,
    });
  const [out, into, { pairs }, types, source, target] = await Promise.all([
    listOf(choice.source),
    listOf(choice.target),
    client.call(transferRoutes.info, { signal }),
    client.call(transferRoutes.types, { query: { coinId: choice.coinId }, signal }),
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

/** The choice with what has to be another one, once it is known what there is. */
function correct(choice: Choice, facts: Facts, asset: string): Choice {
  const tradeId = choosePair(choice, facts.pairs);
  const coinId = chooseCoin(choice, facts.coins, asset);
  const isSame = tradeId === choice.tradeId && coinId === choice.coinId;
  return isSame ? choice : { ...choice, tradeId, coinId };
}

/** What the accounts hold. The last answer stays while another choice is read. */
function useFacts(choice: Choice, onCorrected: (choice: Choice) => void, firstAsset: string) {
  const { source, target, tradeId, coinId } = choice;
  const read = useRead(['transfer', source, target, tradeId, coinId], (signal) =>
    readFacts(choice, signal),
  );
  const wishedAsset = useRef(firstAsset);
  const last = useRef<Facts | null>(null);
  const { data } = read;
  const corrected = data === null ? choice : correct(choice, data, wishedAsset.current);
  const isRight = data !== null && corrected === choice;
  if (isRight) last.current = data;
  useEffect(() => {
    if (data === null) return;
    wishedAsset.current = '';
    if (corrected !== choice) onCorrected(corrected);
    // A new answer, or another choice, is judged once.
  }, [data, choice]);
  return { read, known: last.current };
}

/** The form. @param first - accounts and coin to begin with. @param onDone - money moved. */
export function useTransfer(first: FirstChoice, onDone: (text: string) => void) {
  const [choice, setChoice] = useState(() => firstChoice(first));
  const [asked, setAsked] = useState<Asked | null>(null);
  const { read, known } = useFacts(choice, setChoice, first.asset ?? '');
  const money = useMoney();
  const coin = known?.coins.find(({ coinId }) => coinId === choice.coinId);
  const draft = useAmount({
    cap: known === null ? '0' : readCap(known.source),
    precision: readPrecision(coin),
  });

  const change = (next: Partial<Choice>) => {
    setChoice({ ...choice, ...next });
    draft.clear();
  };

  const takeRefusal = (refusal: ApiError): boolean => {
    const isOpening = refusal.code === CODES.margin || refusal.code === CODES.isolated;
    if (refusal.code === CODES.processing) draft.clear();
    else if (!isOpening) {
      read.reload();
      return false;
    }
    setAsked({ kind: isOpening ? 'opening' : 'processing', text: refusal.message });
    return true;
  };

  async function send(isOpening: boolean): Promise<void> {
    const { source, target, tradeId, coinId } = choice;
    const body = {
      source,
      target,
      sourceTradeId: source === ISOLATED ? tradeId : 0,
      targetTradeId: target === ISOLATED ? tradeId : 0,
      coinId,
      amount: cutAmount(draft.text, draft.precision),
      isOpening,
    };
    setAsked(null);
    await money.send({
      request: body,
      call: (idempotencyKey) =>
        browserClient().call(transferRoutes.submit, { body, idempotencyKey }),
      onDone: ({ message }) => {
        draft.clear();
        writeSetting(waySetting, { source, target });
        read.reload();
        onDone(message);
      },
      onRefused: takeRefusal,
    });
  }

  return {
    choice,
    coin,
    read,
    known,
    draft,
    money,
    asked,
    forgetAsked: () => setAsked(null),
    change,
    send,
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
