// What the pages of money over chains say and allow: words without a text, buttons of a right, a
// transaction that is stuck, amounts to their last digit.
import { LocaleContext } from '@isobath/kit';
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { comparedTerms, type DeskSend, type OperatorAnswer, type Permission } from '@isobath/wire';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { OperatorContext } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { SendsTable } from './SendsTable.tsx';
import { WaitingRequest } from '../../base/WaitingRequest.tsx';
import { Exact, OwnerLink, RightButton, sayWord, SendTag } from './words.tsx';

beforeAll(async () => {
  await Promise.all([loadTexts('en_US', 'custody'), loadTexts('en_US', 'admin')]);
});

const words = {} as UiWords;

function show(node: ReactNode, ...permissions: Permission[]): string {
  const operator = { operatorId: 1, email: 'a@example.com', permissions } as OperatorAnswer;
  return renderToStaticMarkup(
    <LocaleContext value="en_US">
      <UiProvider settings={{ locale: 'en-US', words }}>
        <OperatorContext value={operator}>{node}</OperatorContext>
      </UiProvider>
    </LocaleContext>,
  );
}

const send: DeskSend = {
  sendId: 1,
  networkId: 1,
  network: 'Chain',
  kind: 'bump',
  family: 'f1',
  member: 8,
  state: 'sent',
  txHash: '0xabc',
  nonce: 7,
  fee: '0.0021',
  feeCoin: 'ETH',
  height: 0,
  madeAt: 1,
  sentAt: 1,
  withdrawalIds: [4, 5],
};

function Word({ word }: { word: string }) {
  return sayWord(useTexts('custody'), 'stop', word);
}

function Term({ word }: { word: string }) {
  return sayWord(useTexts('custody'), 'term', word);
}

it('says words of the server, and one that has no text as it stands', () => {
  expect(show(<Word word="difference" />)).toBe('Chain and books differ');
  expect(show(<Word word="breaker_hour" />)).toBe('breaker_hour');
});

it('has words for every term of the comparison of chain and books', () => {
  const said = comparedTerms.map((word) => show(<Term word={word} />));
  expect(said.filter((words) => /^[a-z]/.test(words))).toEqual([]);
});

it('tells who lacks the right instead of letting them press', () => {
  const button = <RightButton right="money.release">Let pass</RightButton>;
  const refused = show(button, 'custody.read');
  expect(refused).toContain('Your role does not allow this');
  expect(refused).toContain('aria-disabled="true"');
  expect(show(button, 'money.release')).not.toContain('aria-disabled="true"');
  const early = (
    <RightButton right="money.release" why="Too early">
      Write off
    </RightButton>
  );
  expect(show(early, 'money.release')).toContain('Too early');
});

it('shows a request that waits, with the way to it for who may see requests', () => {
  expect(show(<WaitingRequest approvalId={0} />)).toBe('');
  expect(show(<WaitingRequest approvalId={3} />)).not.toContain('/admin/approvals');
  expect(show(<WaitingRequest approvalId={3} />, 'approvals.read')).toContain('/admin/approvals');
});

it('leads to the owner only who may see people', () => {
  expect(show(<OwnerLink ownerId={9} />)).toBe('9');
  expect(show(<OwnerLink ownerId={9} />, 'users.read')).toContain('/admin/people/9');
});

it('says that a transaction is stuck after its last bump', () => {
  expect(show(<SendTag send={send} />)).toContain('Stuck');
  expect(show(<SendTag send={{ ...send, member: 7 }} />)).toContain('Sent');
  expect(show(<SendTag send={{ ...send, state: 'mined' }} />)).toContain('In a block');
});

it('lists a transaction with its payments, number and fee', () => {
  const table = show(<SendsTable sends={[send]} />);
  for (const part of ['0xabc', '/admin/withdrawals/4', '/admin/withdrawals/5', '0.0021']) {
    expect(table).toContain(part);
  }
  expect(show(<SendsTable sends={[]} />)).toContain('No transaction');
});

it('shows an amount to its last digit', () => {
  const shown = show(<Exact unit="ETH" value="123.456789012345678901" />);
  expect(shown.replaceAll(/<[^>]+>/g, '')).toContain('123.456789012345678901');
  expect(show(<Exact value="" />)).toBe('--');
});
