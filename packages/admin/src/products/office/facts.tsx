// What a request or an act is about, as facts with their names: from the JSON the server keeps.
// Names it does not know stand as they are; it decides nothing. Called by approvals and audit log.
import type { TextKey } from '@isobath/texts';
import { CopyField, type Fact, formatUtc, type Tone } from '@isobath/ui';
import type { ApprovalRow, AuditRow } from '@isobath/wire';
import { linkTo } from '../../base/address.ts';
import type { Say } from '../../base/texts.tsx';
import { factNames, rowNames, targetNames } from './fact-names.ts';

/** How the states of a request look. */
export const stateTones: Partial<Record<ApprovalRow['state'], Tone>> = {
  pending: 'warn',
  executed: 'info',
  failed: 'danger',
  unknown: 'danger',
  rejected: 'danger',
};

/** Whether a request waits for an operator: to be decided, or to be settled. */
export const isWaiting = ({ state }: ApprovalRow): boolean =>
  state === 'pending' || state === 'unknown';

/** Beginnings of the texts that a name's values have; a value without a text stands as it is. */
const valueTexts: Readonly<Record<string, readonly string[]>> = {
  role: ['role'],
  table: ['tables'],
  name: ['config', 'switch'],
  kind: ['kind', 'category.kind'],
  outcome: ['state'],
  direction: ['money'],
  change: ['account.change'],
  cause: ['freeze.cause'],
  ground: ['money.ground'],
  problem: ['money.problem'],
};
const factorTexts = {
  'second factor': 'factor.title',
  address: 'email',
  password: 'password',
  passkey: 'enrol.passkey',
  authenticator: 'enrol.totp',
} as const;
/** Other words that the server writes, by the name they stand at, each with its text. */
const wordTexts: Readonly<Record<string, Readonly<Record<string, TextKey<'admin'>>>>> = {
  part: factorTexts,
  kind: factorTexts,
  outcome: { done: 'outcome.done', refused: 'outcome.refused', failed: 'outcome.failed' },
  key: rowNames,
};
const moments = new Set(['endsAtMs', 'publishAt', 'takeDownAt', 'doneAtMs']);

/** Kinds of what is listed. */
const listedTexts = {
  coin: 'kind.coin',
  market: 'kind.market',
  fees: 'kind.fees',
  vip: 'kind.vip',
  list: 'kind.list',
} as const;

/** A field of what is listed, else the name as it stands. */
function labelOf(name: string, t: Say<'admin'>): string {
  if (name in listedTexts) return t(listedTexts[name as keyof typeof listedTexts]);
  if (name in factNames) return t(factNames[name as keyof typeof factNames]);
  const [group, locale] = name.split('.');
  if (group === 'texts' && locale !== undefined) return `${t('listing.field.texts')} ${locale}`;
  const key = `listing.field.${name}`;
  const said = t(key as TextKey<'admin'>);
  return said === key ? name : said;
}

/** A value in words: a list of numbers or words stands without brackets. */
function write(name: string, value: unknown, t: Say<'admin'>): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.map((each) => write('', each, t)).join(' ');
  if (moments.has(name) && typeof value === 'number') return value === 0 ? '' : formatUtc(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  const word = wordTexts[name]?.[value];
  if (word !== undefined) return t(word);
  for (const start of valueTexts[name] ?? []) {
    const key = `${start}.${value}`;
    const said = t(key as TextKey<'admin'>);
    if (said !== key) return said;
  }
  return value;
}

/** Ties a request to what is kept beside it; the request's own hash covers it. */
const unshown = 'contentHash';

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that differ, each as one fact: what it was and what it becomes. */
function joinChanges(before: Record<string, unknown>, after: Record<string, unknown>) {
  return Object.entries(after).map(([name, value]): [string, unknown] => {
    if (name === 'logo') return [name, value === '' ? '--' : '✓'];
    const was = before[name];
    return [name, was === undefined || was === '' ? value : `${String(was)} → ${String(value)}`];
  });
}

/** What is listed is named by its kind: "Market: BTC/USDT", not by a kind and a key of a row. */
function nameListed(all: Record<string, unknown>): Record<string, unknown> {
  const { kind, key, ...rest } = all;
  const isListed = typeof kind === 'string' && kind in listedTexts && typeof key === 'string';
  if (!isListed) return all;
  const isPairOrCoin = kind === 'market' || kind === 'coin';
  return { [kind]: isPairOrCoin ? key.replace('_', '/').toUpperCase() : key, ...rest };
}

/** Names and values; what stands in a group stands beside the others. */
function listEntries(text: string): [string, unknown][] {
  if (text === '') return [];
  const all = nameListed(JSON.parse(text) as Record<string, unknown>);
  const { before, after, ...rest } = all;
  const entries =
    isGroup(before) && isGroup(after)
      ? [...Object.entries(rest), ...joinChanges(before, after)]
      : Object.entries(all);
  return entries
    .flatMap((entry) => (isGroup(entry[1]) ? Object.entries(entry[1]) : [entry]))
    .filter(([name]) => name !== unshown);
}

/** A payload or outcome as words in one line, without what is empty: "Coin: USDT, Amount: 10". */
export function showPayload(text: string, t: Say<'admin'>): string {
  return listEntries(text)
    .map(([name, value]) => [labelOf(name, t), write(name, value, t)])
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join(', ');
}

function showValue(name: string, value: unknown, t: Say<'admin'>): React.ReactNode {
  if (name === 'ownerId') {
    return (
      <a className="ui-link" {...linkTo(`people/${String(value)}`)}>
        {String(value)}
      </a>
    );
  }
  return <span className="office-fact">{write(name, value, t) || '--'}</span>;
}

/** The same as facts. */
export function listFacts(text: string, t: Say<'admin'>): Fact[] {
  return listEntries(text).map(([name, value]) => ({
    key: name,
    label: labelOf(name, t),
    value: showValue(name, value, t),
  }));
}

/** What an act is about, in words: "Person 5". */
export function nameTarget(row: AuditRow, t: Say<'admin'>): string {
  return row.targetKind === 'none' ? '--' : `${t(targetNames[row.targetKind])} ${row.targetId}`;
}

/** A hash as a fact that can be copied. */
export function hashFact(hash: string, t: Say<'admin'>): Fact {
  const label = t('audit.hash');
  return { key: 'hash', label, value: <CopyField isHash label={label} value={hash} /> };
}

/** Who acted, in words. */
export function nameActor(row: AuditRow, t: Say<'admin'>): string {
  if (row.operatorId !== 0) return row.operator;
  return row.action === 'operator_sign_in_failed' ? t('audit.nobody') : t('audit.host');
}
