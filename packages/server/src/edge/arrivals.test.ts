import { PassThrough } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { countArrivals } from './arrivals.ts';

let nowMs = 0;
let left = 0;
let floodsCount = 0;
let raw: PassThrough;
let stop: () => void;

beforeEach(() => {
  left = 1_000;
  floodsCount = 0;
  raw = new PassThrough();
  stop = countArrivals(raw, {
    budget: {
      take: (cost) => {
        left -= cost;
        return left >= 0;
      },
      isInDebt: () => left < 0,
    },
    readNowMs: () => nowMs,
    onTooMuch: () => {
      floodsCount += 1;
    },
  });
});

const bring = (bytes: number) => raw.emit('data', Buffer.alloc(bytes));

test('a piece costs by its bytes, and something however small it is', () => {
  bring(64 * 1024);
  expect(left).toBe(936);
  bring(6);
  expect(left).toBe(935.75);
  stop();
  bring(64 * 1024);
  expect(left).toBe(935.75);
});

test('who goes on when nothing is left is told apart from who gives signs of life', () => {
  left = 0;
  for (let second = 0; second < 100; second += 1) {
    bring(6);
    bring(6);
    nowMs += 1_000;
  }
  expect(floodsCount).toBe(0);
  for (let piece = 0; piece < 22; piece += 1) bring(6);
  expect(floodsCount).toBe(2);
});
