// What a claim shows: what its person said, what custody saw, how it ended.
import { LocaleContext } from '@isobath/kit';
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import type { DeskClaim, OperatorAnswer, Permission } from '@isobath/wire';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { OperatorContext } from '../../../base/session.ts';
import { ClaimView } from './ClaimView.tsx';

beforeAll(async () => {
  await Promise.all([loadTexts('en_US', 'custody'), loadTexts('en_US', 'admin')]);
});

const claim: DeskClaim = {
  claimId: 7,
  networkId: 1,
  network: 'Chain',
  txHash: `0x${'ab'.repeat(32)}`,
  why: 'network',
  status: 1,
  paidTxHash: '',
  askedAt: 1,
  decidedAt: 0,
  ownerId: 9,
  approvalId: 0,
  deposits: [],
};

function show(shown: DeskClaim, ...permissions: Permission[]): string {
  const operator = { operatorId: 1, email: 'a@example.com', permissions } as OperatorAnswer;
  return renderToStaticMarkup(
    <LocaleContext value="en_US">
      <UiProvider settings={{ locale: 'en-US', words: {} as UiWords }}>
        <OperatorContext value={operator}>
          <ClaimView claim={shown} />
        </OperatorContext>
      </UiProvider>
    </LocaleContext>,
  );
}

it('says what its person said, and that nothing was seen', () => {
  const html = show(claim, 'custody.read');
  for (const part of ['Another network', 'Chain', 'Nothing was seen', 'Waits']) {
    expect(html).toContain(part);
  }
});

it('leads to receipts that were seen, with why they do not count', () => {
  const seen = { depositId: 12, ownerId: 9, status: 4, reason: 'no_owner' };
  const html = show({ ...claim, deposits: [seen] }, 'custody.read');
  expect(html).toContain('/admin/deposits/12');
  expect(html).toContain('The address has no owner');
});

it('says that a request waits, and by what it was paid back', () => {
  const asked = show({ ...claim, approvalId: 3 }, 'custody.read');
  expect(asked).toContain('A request waits for a second operator');
  const paid = show({ ...claim, status: 2, paidTxHash: '0xcd' }, 'custody.read');
  expect(paid).toContain('Paid back');
  expect(paid).toContain('0xcd');
});
