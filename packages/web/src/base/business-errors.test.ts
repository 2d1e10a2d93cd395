// Which refusals the whole page hears of, and of which calls it never does.
import { ApiError } from '@isobath/sdk';
import { businessCodes, configurationRoutes, favouriteRoutes, transferRoutes } from '@isobath/wire';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BusinessError, reportBusinessError, watchBusinessErrors } from './business-errors.ts';

let heard: BusinessError[];
let stop: () => void;

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  heard = [];
  stop = watchBusinessErrors((error) => heard.push(error));
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const refuse = (code: number) =>
  new ApiError({ code, status: 200, message: 'words', reject: 'refused' });
const all = Object.values(businessCodes);

test('the page hears code, words and cause of the refusals that concern it', () => {
  for (const code of all) reportBusinessError(favouriteRoutes.listSpot.path, refuse(code));
  const told = heard.map(({ code, message, facts, reject }) => ({ code, message, facts, reject }));
  const rest = { message: 'words', facts: {}, reject: 'refused' };
  expect(told).toEqual(all.map((code) => ({ code, ...rest })));
  reportBusinessError(favouriteRoutes.listSpot.path, refuse(10_001));
  expect(heard).toHaveLength(all.length);
});

test.each([
  ['transfer', transferRoutes.submit.path],
  ['compliance check', configurationRoutes.compliance.path],
])('refusals of the %s are its callers’ alone', (_name, path) => {
  for (const code of all) reportBusinessError(path, refuse(code));
  expect(heard).toEqual([]);
});
