import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { EXIT } from '../base/process/exit.ts';
import { createReference } from './reference.ts';
import { createReplay, parseCandles, readPair } from './replay.ts';
import { createWalk } from './walk.ts';

const dated = `open_time,open,high,low,close,volume
2023-03-01 00:00:00+00:00,23140.48,23150.77,23128.52,23142.31,2.131777
2023-03-01 00:01:00+00:00,23143.89,23148.8,23137.61,23137.77,0.881378
`;
const requestFor = (file: string) => ({
  source: 'walk',
  url: '',
  candleFiles: [file],
  playSpeed: 1,
});
const minuteMs = 60_000;

function play(name: string, closes: readonly number[]) {
  return { ...readPair(name), points: closes.map((close, at) => ({ atMs: at * minuteMs, close })) };
}

test('times are read as dates, as seconds and as milliseconds', () => {
  const atMs = Date.UTC(2023, 2, 1);
  expect(parseCandles(dated, 'a').map((point) => point.atMs)).toEqual([atMs, atMs + minuteMs]);
  for (const text of ['2023-03-01 00:00:00', '2023-03-01T01:00+01:00', `${atMs / 1000}`, `${atMs}`])
    expect(parseCandles(`${text},1,1,1,7,0\n2023-03-02,1,1,1,8,0`, 'a')[0]).toEqual({
      atMs,
      close: 7,
    });
});

test.each([
  ['a word', 'x,1\n', 'fewer than two'],
  ['one candle', '1,1,1,1,1\n', 'fewer than two'],
  ['a price that is none', '1,1,1,1,2\n2,1,1,1,no\n', 'line 2'],
  ['a price of nothing', '1,1,1,1,2\n2,1,1,1,\n', 'line 2'],
  ['a time that is none', '1,1,1,1,2\n2023-99-01,1,1,1,3\n', 'line 2'],
  ['a time that does not go on', '2,1,1,1,2\n2,1,1,1,3\n', 'line 2'],
])('%s is refused in one line', (_name, text, said) => {
  expect(() => parseCandles(text, 'candles.csv')).toThrow(said);
});

test('a file is played, and one that is not there is a setting that is wrong', async () => {
  await expect(createReference(requestFor('/nowhere/at.all'), () => {})).rejects.toMatchObject({
    exitCode: EXIT.configuration,
  });
  const folder = mkdtempSync(join(tmpdir(), 'isobath-replay-'));
  const file = join(folder, 'BTCUSDT_1m.csv.gz');
  writeFileSync(file, gzipSync(dated));
  const reference = await createReference(requestFor(file), () => {});
  rmSync(folder, { recursive: true });
  expect(reference.source).toBe('replay');
  expect(reference.read('BTC', 'USDT', Date.now())).toBeCloseTo(23_142, 0);
});

test('candles are played at their speed, with straight lines between, over and over', () => {
  const replay = createReplay([play('BTCUSDT', [100, 200, 400])], { speed: 60, startedAtMs: 0 });
  expect([0, 500, 1_000, 1_500, 2_000].map((nowMs) => replay.readUsd('BTC', nowMs))).toEqual([
    100, 150, 200, 300, 100,
  ]);
});

test('a coin that loses its peg is seen in both of its pairs', () => {
  const files = [play('BTCUSDT_1m', [100, 100]), play('BTCUSDC_1m', [100, 110])];
  const walk = createWalk(1, createReplay(files, { speed: 1, startedAtMs: 0 }));
  expect(walk.read('BTC', 'USDC', minuteMs - 1)).toBeCloseTo(110, 1);
  expect(walk.read('USDC', 'USDT', minuteMs - 1)).toBeCloseTo(100 / 110, 3);
});

test('coins of which nothing is known move with the first file', () => {
  const walk = createWalk(
    1,
    createReplay([play('BTCUSDT', [100, 300])], { speed: 1, startedAtMs: 0 }),
  );
  const read = (coin: string, nowMs: number) => walk.read(coin, 'USDT', nowMs);
  expect(read('ETH', minuteMs - 1) / read('ETH', 0)).toBeCloseTo(3, 0);
  expect(read('SOL', minuteMs - 1) / read('SOL', 0)).toBeGreaterThan(2);
  expect(read('USDT', minuteMs - 1)).toBe(1);
});

test('a leveraged token moves so many times from where the playing began', () => {
  const walk = createWalk(
    1,
    createReplay([play('BTCUSDT', [100, 110])], { speed: 1, startedAtMs: 0 }),
  );
  const move = (token: string) =>
    walk.read(token, 'USDT', minuteMs - 1) / walk.read(token, 'USDT', 0) - 1;
  expect(move('BTC3L')).toBeCloseTo(0.3, 3);
  expect(move('BTC3S')).toBeCloseTo(-0.3, 3);
});
