// What the custody pages share: words of the server in the console's language, buttons that need a
// right, links to requests, amounts with all their digits. Used by every page of this folder.
import type { TextKey } from '@isobath/texts';
import { Amount, Button, formatAmount, joinParts, Tag, type Tone } from '@isobath/ui';
import type { DeskDeposit, DeskSend, DeskWithdrawal, Permission } from '@isobath/wire';
import type { ComponentProps } from 'react';
import { linkTo } from '../../base/address.ts';
import { usePermission } from '../../base/session.ts';
import { consoleTag, type Translate, useTexts } from '../../base/texts.tsx';

/** Texts of the server's words, by their kind. */
const keys = {
  claimStatus: (word: string) => `claim.status.${word}`,
  claimWhy: (word: string) => `claim.why.${word}`,
  coldState: (word: string) => `cold.state.${word}`,
  halt: (word: string) => `halt.${word}`,
  named: (word: string) => `named.${word}`,
  heldIn: (word: string) => `heldIn.${word}`,
  reason: (word: string) => `reason.${word}`,
  screening: (word: string) => `screening.${word}`,
  sendKind: (word: string) => `send.kind.${word}`,
  sendState: (word: string) => `send.state.${word}`,
  state: (word: string) => `state.${word}`,
  status: (word: string) => `status.${word}`,
  stop: (word: string) => `stop.${word}`,
  term: (word: string) => `term.${word}`,
  way: (word: string) => `way.${word}`,
} as const;

/** A word of the server; one without a text stands as it is. */
export function sayWord(
  t: Translate<'custody'>,
  kind: keyof typeof keys,
  word: string | number,
): string {
  const key = keys[kind](String(word));
  const said = t(key as TextKey<'custody'>);
  return said === key ? String(word) : said;
}

/** A button of a right: who lacks it is told so instead of pressing it. */
export function RightButton(
  props: Omit<ComponentProps<typeof Button>, 'whyDisabled'> & {
    right: Permission;
    /** Why it cannot be pressed by anybody now. */
    why?: string | undefined;
  },
) {
  const t = useTexts('custody');
  const { right, why, ...rest } = props;
  const canPress = usePermission(right);
  const reason = canPress ? why : t('noRight');
  return (
    <Button size="small" {...rest} {...(reason === undefined ? {} : { whyDisabled: reason })} />
  );
}

/** The owner with the way to the customer's view, for who may see it. */
export function OwnerLink({ ownerId }: { ownerId: number }) {
  const canSee = usePermission('users.read');
  if (ownerId === 0) return '--';
  if (!canSee) return ownerId;
  return (
    <a className="ui-link" {...linkTo(`people/${ownerId}`)}>
      {ownerId}
    </a>
  );
}

/** An amount with every digit that it has: in a comparison the last one counts. */
export function Exact({ value, unit }: { value: string; unit?: string }) {
  const decimals = value.split('.')[1]?.length ?? 0;
  return value === '' ? '--' : <Amount decimals={decimals} unit={unit} value={value} />;
}

/** The same as text, for a line of a list. */
export function sayAmount(value: string, unit: string): string {
  const parts = formatAmount(value, { locale: consoleTag() });
  return `${parts === null ? value : joinParts(parts)} ${unit}`;
}

const depositTones: Readonly<Record<number, Tone>> = { 4: 'danger', 7: 'danger', 11: 'warn' };
const stateTones: Readonly<Record<string, Tone>> = {
  review: 'warn',
  waiting_approval: 'warn',
  rejected: 'danger',
  failed: 'danger',
  complete: 'info',
};

/** Where a deposit stands. */
export function DepositTag({ row }: { row: DeskDeposit }) {
  const t = useTexts('custody');
  const isLost = row.vanishedAt > 0 && row.status !== 7;
  if (isLost) return <Tag tone="danger">{t('list.vanished')}</Tag>;
  return <Tag tone={depositTones[row.status] ?? 'outline'}>{sayWord(t, 'status', row.status)}</Tag>;
}

/** Where a withdrawal stands. */
export function WithdrawalTag({ row }: { row: DeskWithdrawal }) {
  const t = useTexts('custody');
  return <Tag tone={stateTones[row.state] ?? 'outline'}>{sayWord(t, 'way', row.state)}</Tag>;
}

/** A bump as often as one may be made: its family is stuck. */
const BUMPS_MAX = 8;

/** Where a transaction stands. */
export function SendTag({ send }: { send: DeskSend }) {
  const t = useTexts('custody');
  const isStuck = send.state === 'sent' && send.member >= BUMPS_MAX;
  const isBad = isStuck || send.state === 'failed' || send.state === 'refused';
  return (
    <Tag tone={isBad ? 'danger' : 'outline'}>
      {isStuck ? t('send.stuck') : sayWord(t, 'sendState', send.state)}
    </Tag>
  );
}
