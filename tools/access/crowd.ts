// Many people and operators for rigs that ask more than one account may: the limits count who is
// signed in by account, from whatever network. Each has a session with a fresh confirmation.
// Made by fixture.ts and tools/hostile/.

import { askServer } from '../../packages/server/src/base/operator/index.ts';
import type { Fixture } from './fixture.ts';

/** Headers of each one's own page. */
export type Crowd = readonly Readonly<Record<string, string>>[];

const madeAtOnce = 4;
const fund = [
  { asset: 'USDT', amount: '1000000' },
  { asset: 'BTC', amount: '100' },
];
const password = 'a sentence beats a puzzle';

/** Make things one after the other, some at once. */
async function makeMany<TThing>(
  count: number,
  make: (at: number) => Promise<TThing>,
): Promise<TThing[]> {
  const made: TThing[] = [];
  for (let at = 0; at < count; at += madeAtOnce) {
    const length = Math.min(madeAtOnce, count - at);
    made.push(...(await Promise.all(Array.from({ length }, (_, more) => make(at + more)))));
  }
  return made;
}

/** Make people with accounts and money. */
export function makePeople(fixture: Fixture, count: number): Promise<Crowd> {
  return makeMany(count, async (at) => {
    const email = `one-of-many-${at}@example.com`;
    const made = await askServer(fixture.dataFolder, 'user.create', { email, password, fund });
    const ownerId = Number(made?.['ownerId']);
    const token = await fixture.makeSession(ownerId, { isSteppedUp: true });
    return fixture.own({ token });
  });
}

/** Make operators of one role. */
export function makeOperators(fixture: Fixture, role: string, count: number): Promise<Crowd> {
  return makeMany(count, async () => {
    const token = await fixture.makeOperatorSession(role);
    return { ...fixture.own(fixture.alice), cookie: `__Secure-office=${token}` };
  });
}

/** Take one after the other, from the first again behind the last. */
export function takeInTurn(crowd: Crowd): () => Readonly<Record<string, string>> {
  let takenCount = 0;
  return () => crowd[takenCount++ % crowd.length] as Crowd[number];
}
