// What tokens really brought: a log says an amount, and the balances of the address before and
// after the block say how much of it came. Tokens that keep a fee or change balances by themselves
// say more than they bring; no more than came is ever counted.
// Called by the scanner before it writes a block, outside of its transaction.

import type { Session } from '../../base/db/index.ts';
import { type ChainBlock, ChainFault, type ChainHolding, type ChainMove } from '../chains/port.ts';
import { findOwnMoves, type OwnMove, type ScannedNetwork, toKey } from './own-moves.ts';

/** What of a receipt came: all of it, less, or the node cannot say. */
export type GainWord = '' | 'less' | 'unknown';

/** A receipt as it counts. */
export interface Gain {
  readonly raw: bigint;
  readonly word: GainWord;
}

/** Receipts of tokens by their transaction and place; one that is not there is not known. */
export interface Gains {
  readonly byPlace: ReadonlyMap<string, Gain>;
  /** Where more came than logs say: an address with its contract, and how much more. */
  readonly surplus: readonly string[];
}

const NOTHING: Gains = { byPlace: new Map(), surplus: [] };

const placeOf = ({ txid, place }: ChainMove) => `${txid} ${place}`;
const holderOf = (address: string, asset: string) => `${toKey(address)} ${asset}`;

/** What a move counts: coins of the chain itself are what they are said to be. */
export function readGain({ byPlace }: Gains, move: ChainMove, family: string): Gain {
  if (family !== 'evm' || move.asset === 'native') return { raw: move.raw, word: '' };
  return byPlace.get(placeOf(move)) ?? { raw: move.raw, word: 'unknown' };
}

const sumOf = (moves: readonly ChainMove[]) => moves.reduce((all, { raw }) => all + raw, 0n);

function readBalances(holdings: readonly ChainHolding[]): (holder: string) => bigint {
  const balances = new Map<string, bigint>();
  for (const { address, asset, raw } of holdings) balances.set(holderOf(address, asset), raw);
  return (holder) => balances.get(holder) ?? 0n;
}

/** Moves of a block, and what addresses held on both sides of it. */
export interface MeasuredBlock {
  /** All moves of the block. */
  readonly moves: readonly ChainMove[];
  /** Those to addresses of ours. */
  readonly own: readonly OwnMove[];
  readonly before: readonly ChainHolding[];
  readonly after: readonly ChainHolding[];
}

/**
 * Share among receipts what their address gained. What we sent away and what we sent to ourselves
 * in the same block is no gain and no loss; where less is left, the last receipts get less.
 */
export function shareGains({ moves, own, before, after }: MeasuredBlock): Gains {
  const [balanceBefore, balanceAfter] = [readBalances(before), readBalances(after)];
  const tokens = own.filter(({ move }) => move.asset !== 'native');
  const holders = new Set(tokens.map(({ move: { to, asset } }) => holderOf(to, asset)));
  const byPlace = new Map<string, Gain>();
  const surplus: string[] = [];
  for (const holder of holders) {
    const arrived = tokens.filter(({ move: { to, asset } }) => holderOf(to, asset) === holder);
    const received = arrived.filter(({ isOwn }) => !isOwn).map(({ move }) => move);
    const within = sumOf(arrived.filter(({ isOwn }) => isOwn).map(({ move }) => move));
    const swept = sumOf(
      moves.filter(({ from, asset }) => from !== undefined && holderOf(from, asset) === holder),
    );
    let left = balanceAfter(holder) - balanceBefore(holder) + swept - within;
    for (const move of received) {
      const raw = left <= 0n ? 0n : left < move.raw ? left : move.raw;
      left -= move.raw;
      byPlace.set(placeOf(move), { raw, word: raw < move.raw ? 'less' : '' });
    }
    if (left > 0n) surplus.push(`${holder}: ${left}`);
  }
  return { byPlace, surplus };
}

/**
 * Measure what a block brought.
 * @returns undefined when the block is no part of the chain any more.
 */
export async function readGains(
  session: Session,
  network: ScannedNetwork,
  block: ChainBlock,
): Promise<Gains | undefined> {
  if (network.family !== 'evm') return NOTHING;
  const own = await findOwnMoves(session, network, block);
  const received = own.filter(({ move, isOwn }) => move.asset !== 'native' && !isOwn);
  if (received.length === 0) return NOTHING;
  const { port } = network;
  const { hash, height, parentHash } = block.header;
  const addresses = [...new Set(received.map(({ move }) => toKey(move.to)))];
  try {
    const [before, after] = await Promise.all([
      port.readHoldings(addresses, parentHash),
      port.readHoldings(addresses, hash),
    ]);
    return shareGains({ moves: block.moves, own, before, after });
  } catch (error) {
    if (!(error instanceof ChainFault && error.kind === 'moved')) throw error;
    // Either it was replaced meanwhile, or the node keeps no balances of so long ago.
    return (await port.readHash(height)) === hash ? NOTHING : undefined;
  }
}
