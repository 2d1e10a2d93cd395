// Every route of the specification and all that opens over a page, in the language of longest
// texts, at three sizes and in both themes. In short: sweep.test.ts.
import { beforeAll, expect, it } from 'vitest';
import type { Person } from '../fixture/person.ts';
import { meetTrader, shareFixture } from '../fixture/fixture.ts';
import { lookAtAllLayers, lookAtRoutes } from './look.ts';

const LIMIT_MS = 3_600_000;
const fixture = shareFixture();
let person: Person;

beforeAll(async () => {
  person = await meetTrader(fixture, 'reader');
});

it(
  'every route holds the longest texts at three sizes in both themes',
  async () => {
    expect(await lookAtRoutes({ fixture, person, isWhole: true })).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'every layer holds them at each size it has, in both themes',
  async () => {
    expect(await lookAtAllLayers({ fixture, person, isWhole: true })).toEqual([]);
  },
  LIMIT_MS,
);
