// What of a token's receipts counts, by what the address held before and after the block.
import { expect, test } from 'vitest';
import type { ChainMove } from '../chains/port.ts';
import { type MeasuredBlock, readGain, shareGains } from './gains.ts';

const TOKEN = '0x00000000000000000000000000000000000000aa';
const OURS = '0x00000000000000000000000000000000000000b1';
const OTHER_OURS = '0x00000000000000000000000000000000000000b2';
const STRANGER = '0x00000000000000000000000000000000000000c1';

const move = (place: string, [from, to]: readonly [string, string], raw: bigint): ChainMove => ({
  txid: '0x1',
  place,
  asset: TOKEN,
  from,
  to,
  raw,
  isNewCoin: false,
});
const own = new Set([OURS, OTHER_OURS]);

/** @param held - of our address before and after. */
function measure(moves: readonly ChainMove[], held: readonly [bigint, bigint]): MeasuredBlock {
  const hold = (raw: bigint) => [{ address: OURS, asset: TOKEN, raw }];
  return {
    moves,
    own: moves
      .filter(({ to }) => own.has(to))
      .map((one) => ({
        move: one,
        to: { address: one.to, ownerId: 7, account: 1, change: 0, index: 0 },
        isOwn: own.has(one.from ?? ''),
      })),
    before: hold(held[0]),
    after: hold(held[1]),
  };
}
const read = (measured: MeasuredBlock) =>
  measured.moves.map((one) => readGain(shareGains(measured), one, 'evm'));

test('what came whole counts as its log says', () => {
  const block = measure([move('log:0', [STRANGER, OURS], 40n)], [5n, 45n]);
  expect(read(block)).toEqual([{ raw: 40n, word: '' }]);
  expect(shareGains(block).surplus).toEqual([]);
});

test('of a token that keeps a part only what came counts', () => {
  const block = measure([move('log:0', [STRANGER, OURS], 40n)], [5n, 43n]);
  expect(read(block)).toEqual([{ raw: 38n, word: 'less' }]);
});

test('of several receipts the last ones get less, and none less than nothing', () => {
  const moves = [10n, 20n, 30n].map((raw, at) => move(`log:${at}`, [STRANGER, OURS], raw));
  expect(read(measure(moves, [0n, 25n]))).toEqual([
    { raw: 10n, word: '' },
    { raw: 15n, word: 'less' },
    { raw: 0n, word: 'less' },
  ]);
  expect(read(measure(moves, [100n, 20n])).map(({ raw }) => raw)).toEqual([0n, 0n, 0n]);
});

test('what was swept in the same block is no loss', () => {
  const moves = [move('log:0', [STRANGER, OURS], 40n), move('log:1', [OURS, STRANGER], 45n)];
  const block = measure(moves, [5n, 0n]);
  expect(readGain(shareGains(block), moves[0] as ChainMove, 'evm')).toEqual({ raw: 40n, word: '' });
  expect(shareGains(block).surplus).toEqual([]);
});

test('what comes from another address of ours is no gain', () => {
  const moves = [move('log:0', [OTHER_OURS, OURS], 40n), move('log:1', [STRANGER, OURS], 3n)];
  const lying = shareGains(measure(moves, [0n, 40n]));
  expect(readGain(lying, moves[1] as ChainMove, 'evm')).toEqual({ raw: 0n, word: 'less' });
});

test('more than the logs say is told, and nobody gets it', () => {
  const block = measure([move('log:0', [STRANGER, OURS], 40n)], [5n, 47n]);
  expect(read(block)).toEqual([{ raw: 40n, word: '' }]);
  expect(shareGains(block).surplus).toEqual([`${OURS} ${TOKEN}: 2`]);
});

test('what nobody measured is not known; coins of the chain itself need no measure', () => {
  const nothing = { byPlace: new Map(), surplus: [] };
  const token = move('log:0', [STRANGER, OURS], 40n);
  expect(readGain(nothing, token, 'evm')).toEqual({ raw: 40n, word: 'unknown' });
  const coin = { ...token, asset: 'native' };
  expect(readGain(nothing, coin, 'evm')).toEqual({ raw: 40n, word: '' });
  expect(readGain(nothing, { ...coin, place: 'out:0' }, 'btc')).toEqual({ raw: 40n, word: '' });
});
