import { expect, test } from 'vitest';
import { notificationKinds } from './kinds.ts';

/** Where the specification's business codes lead; pages read them before a message's own link. */
const linksByCode: Readonly<Record<number, string>> = {
  1: '/user/personSetting',
  2: '/user/personSetting',
  3: '/verifiedIndex',
  4: '/verifiedIndex',
  12: '/assetManagement/financial?type=1',
  13: '/assetManagement/financial?type=2',
  270: '/personVerified/?source=supplement',
  272: '/personVerified/?source=supplement',
};

test.each(Object.entries(notificationKinds))('%s leads where its code says', (_kind, row) => {
  if (row.bizType === 0) return;
  expect(row.readLink({})).toBe(linksByCode[row.bizType]);
});
