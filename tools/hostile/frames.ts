// Hostile frames for the socket: well-formed nonsense, text that is no JSON, bytes, giants, floods.
// It judges by what the server does: it answers, or it closes with a code of its own.
// Used by tools/hostile.ts and its test.

import { closeCodes } from '@isobath/wire';
import { type Line, openLine } from '../access/socket.ts';
import type { Fixture } from '../access/fixture.ts';
import { type Chance, createChance } from './chance.ts';
import { spoil, spoilText } from './values.ts';

const framesPerLine = 40;
/** In characters, of which each may be three bytes. */
const frameLengthMax = 5_000;
const giantBytes = 200_000;
const floodFrames = 400;
const tooBig = 1009;
const closedWithinMs = 120_000;

const good = {
  id: 7,
  op: 'subscribe',
  channels: ['ticker:*', 'book:btc_usdt'],
  since: { private: 1 },
};

function makeFrame(chance: Chance): string | Buffer {
  const kind = chance.below(10);
  if (kind < 6) return (JSON.stringify(spoil(good, chance)) ?? 'null').slice(0, frameLengthMax);
  if (kind < 9) return spoilText(JSON.stringify(good), chance).toString().slice(0, frameLengthMax);
  return Buffer.from(Array.from({ length: chance.below(300) }, () => chance.below(256)));
}

async function waitForEnd(line: Line): Promise<number | undefined> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, closedWithinMs).unref());
  await Promise.race([line.closed, timeout]);
  return line.closeCode;
}

/** True when the line still answers. */
async function isAlive(line: Line): Promise<boolean> {
  line.send({ id: 4_242, op: 'ping' });
  return (await line.answerTo(4_242).catch(() => 0)) === 200;
}

/**
 * Try the socket.
 *
 * @returns what was wrong, nothing when all is well.
 */
export async function fireAtSocket(
  fixture: Fixture,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<string[]> {
  const chance = createChance(seed);
  const problems: string[] = [];
  const open = () =>
    openLine(fixture.address, fixture.own(chance.pick([fixture.alice, fixture.bob])));
  for (let sent = 0; sent < count; sent += framesPerLine) {
    const line = await open();
    for (let turn = 0; turn < framesPerLine; turn += 1) line.sendRaw(makeFrame(chance));
    // Who sends malformed frames is told of some, then closed, with the code that says so.
    const isRight = (await isAlive(line)) || line.closeCode === closeCodes.malformed;
    if (!isRight) problems.push(`frames ${sent}: the line ended, ${line.closeCode}`);
    line.close();
  }
  const giant = await open();
  giant.sendRaw('x'.repeat(giantBytes));
  const giantEnd = await waitForEnd(giant);
  if (giantEnd !== tooBig) problems.push(`a giant frame ended with ${giantEnd}`);
  const flood = await open();
  for (let turn = 0; turn < floodFrames; turn += 1) flood.send({ id: turn, op: 'ping' });
  const floodEnd = await waitForEnd(flood);
  if (floodEnd !== closeCodes.rate) problems.push(`a flood ended with ${floodEnd}`);
  const after = await open();
  if (!(await isAlive(after))) problems.push('the socket does not answer any more');
  after.close();
  return problems;
}
