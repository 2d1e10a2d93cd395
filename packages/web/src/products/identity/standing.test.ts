import type { Client } from '@isobath/sdk';
import { companyRoutes, configurationRoutes, identityRoutes, userRoutes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { loadStanding, readLevels } from './standing.ts';

const offers = [1, 2, 3].map((identityType) => ({
  identityType,
  dailyWithdrawLimitUsdt: String(identityType * 1_000),
  isOpen: identityType !== 3,
}));

/** Checks, newest first, as `type:status`. */
function statesOf(...checks: readonly string[]): string {
  const records = checks.map((check, at) => {
    const [identityType = 0, identityStatus = 0] = check.split(':').map(Number);
    return { id: checks.length - at, identityType, identityStatus, createdTime: 1 };
  });
  return readLevels(records, offers)
    .map(({ state }) => state)
    .join(' ');
}

test.each([
  ['none locked closed', []],
  ['waiting locked closed', ['1:0', '1:2']],
  ['refused locked closed', ['1:2']],
  ['passed none closed', ['1:1', '1:2']],
  ['passed waiting closed', ['2:0', '2:2', '1:1']],
  ['passed refused closed', ['2:2', '1:1']],
  ['passed passed closed', ['2:1', '1:1']],
  // What was refused last does not hide what passed before it.
  ['passed none closed', ['1:2', '1:1']],
  ['none locked passed', ['3:1']],
] as const)('levels stand as %s', (states, checks) => {
  expect(statesOf(...checks)).toBe(states);
});

test('each level carries its own limit', () => {
  expect(readLevels([], offers).map(({ limit }) => limit)).toEqual(['1000', '2000', '3000']);
});

test.each([
  [0, 'none'],
  [7, 'draft'],
])('a company whose details were saved at %i is %s', async (savedAtMs, state) => {
  const open = offers.map((offer) => ({ ...offer, isOpen: true }));
  const answers = new Map<object, unknown>([
    [userRoutes.userRights, {}],
    [configurationRoutes.identityConfig, { levels: open }],
    [userRoutes.verifyRecords, []],
    [companyRoutes.companyBasicInfo, { savedAtMs, basic: null }],
  ]);
  const call = async (route: object) => answers.get(route);
  const { levels } = await loadStanding({ call } as unknown as Client);
  expect(levels.map((level) => level.state)).toEqual(['none', 'locked', state]);
});

test('each level that was refused brings what to change, whatever came after it', async () => {
  const answers = new Map<object, (type: string) => unknown>([
    [userRoutes.userRights, () => ({})],
    [configurationRoutes.identityConfig, () => ({ levels: offers })],
    [
      userRoutes.verifyRecords,
      () => [
        { id: 3, identityType: 3, identityStatus: 0, createdTime: 3 },
        { id: 2, identityType: 2, identityStatus: 2, createdTime: 2 },
        { id: 1, identityType: 1, identityStatus: 1, createdTime: 1 },
      ],
    ],
    [identityRoutes.verifyResult, (type) => ({ type: Number(type), items: ['proof_of_address'] })],
  ]);
  const call = async (route: object, input?: { query?: { type?: string } }) =>
    answers.get(route)?.(input?.query?.type ?? '0');
  const { refusals } = await loadStanding({ call } as unknown as Client);
  expect(refusals).toEqual([{ type: 2, items: ['proof_of_address'] }]);
});
