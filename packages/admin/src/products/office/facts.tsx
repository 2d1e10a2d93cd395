// What a request or an act is about, as facts with their names: from the JSON the server keeps.
// Names it does not know stand as they are; it decides nothing. Called by approvals and audit log.
import type { TextKey } from '@isobath/texts';
import { CopyField, type Fact, formatAmount, formatUtc, joinParts, type Tone } from '@isobath/ui';
import type { ApprovalRow, AuditRow } from '@isobath/wire';
import { linkTo } from '../../base/address.ts';
import { FieldChange, nameField, showFieldChange } from '../../base/listed-fields.tsx';
import { consoleTag, readPageLabel, type Translate } from '../../base/texts.tsx';
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

/** Amounts, written as pages write them, and the coins that are counted. */
const amounts = new Set('amount fee usdtValue low target high hourFloor dayFloor'.split(' '));
const counted = /^-?\d+(\.\d+)?$/;

/** "12000" as "12,000"; all its digits, since the last one may be what is decided about. */
function writeAmount(value: string): string {
  const decimals = value.split('.')[1]?.length ?? 0;
  const parts = formatAmount(value, { locale: consoleTag(), decimals });
  return parts === null ? value : joinParts(parts);
}

/** Kinds of what is listed. */
const listedTexts = {
  coin: 'kind.coin',
  market: 'kind.market',
  fees: 'kind.fees',
  vip: 'kind.vip',
  list: 'kind.list',
} as const;

/** A name in words, else as it stands. */
function labelOf(name: string, t: Translate<'admin'>): string {
  if (name in listedTexts) return t(listedTexts[name as keyof typeof listedTexts]);
  return name in factNames ? t(factNames[name as keyof typeof factNames]) : name;
}

/** Why a network is stopped, a line each: "new" as a whole, "ETH: difference" for one coin. */
function writeStops(lines: string): string {
  const say = (key: string, word: string) => {
    const said = readPageLabel({ namespace: 'custody', key: key as TextKey<'custody'> });
    return said === key ? word : said;
  };
  const writeStop = (line: string) => {
    const [coin = '', word] = line.split(': ');
    return word === undefined ? say(`halt.${coin}`, coin) : `${coin}: ${say(`stop.${word}`, word)}`;
  };
  return lines.split('\n').map(writeStop).join(' · ');
}

/** A value in words: a list of numbers or words stands without brackets. */
function write(name: string, value: unknown, t: Translate<'admin'>): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.map((each) => write('', each, t)).join(' ');
  if (moments.has(name) && typeof value === 'number') return value === 0 ? '' : formatUtc(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (amounts.has(name) && counted.test(value)) return writeAmount(value);
  if (name === 'reasons') return writeStops(value);
  if (name === 'market') return value.replace('_', '/').toUpperCase();
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

/** What is listed is named by its kind: "Market: BTC/USDT", not by a kind and a key of a row. */
function nameListed(all: Record<string, unknown>): Record<string, unknown> {
  const { kind, key, ...rest } = all;
  const isListed = typeof kind === 'string' && kind in listedTexts && typeof key === 'string';
  if (!isListed) return all;
  const isPairOrCoin = kind === 'market' || kind === 'coin';
  return { [kind]: isPairOrCoin ? key.replace('_', '/').toUpperCase() : key, ...rest };
}

/** One fact in words: in one line, and where there is room. */
interface Reported {
  readonly key: string;
  readonly label: string;
  readonly line: string;
  readonly value: React.ReactNode;
}

type Group = Readonly<Record<string, unknown>>;

/** A row of a table before or after, which stands as JSON; "" where there is none. */
function readCells(value: unknown): Group | undefined {
  if (typeof value !== 'string') return undefined;
  return value === '' ? {} : (JSON.parse(value) as Group);
}

const asText = (value: unknown): string => (value === undefined ? '' : String(value));

/** Fields of what is listed that differ: what each was and becomes, in the words of its form. */
function reportFields(before: Group, after: Group, t: Translate<'admin'>): Reported[] {
  return Object.keys(after).map((field) => {
    const change = { before: asText(before[field]), after: asText(after[field]) };
    // One picture is like another in words.
    if (field === 'logo') change.before = '';
    return {
      key: field,
      label: nameField(t, field),
      line: showFieldChange(t, field, change),
      value: <FieldChange {...change} field={field} t={t} />,
    };
  });
}

/** Cells of a row that differ, or all of one that comes or goes. */
function reportCells(
  table: string,
  [before, after]: readonly [Group, Group],
  t: Translate<'admin'>,
) {
  const say = (name: string, value: unknown) => {
    const text = asText(value);
    if (text === 'true' || text === 'false') return t(text === 'true' ? 'yes' : 'no');
    const key = `tables.${table}.${text}`;
    const said = t(key as TextKey<'admin'>);
    return said === key || name !== 'mode' ? text || '--' : said;
  };
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name): Reported => {
      const becomes = say(name, after[name]);
      const line = name in before ? `${say(name, before[name])} → ${becomes}` : becomes;
      return {
        key: name,
        label: t(`tables.${name}` as TextKey<'admin'>),
        line,
        value: <span className="office-fact">{line}</span>,
      };
    });
}

/** Names and values; what stands in a group stands beside the others. */
function report(text: string, t: Translate<'admin'>): Reported[] {
  if (text === '') return [];
  const all = nameListed(JSON.parse(text) as Record<string, unknown>);
  const { before, after, ...rest } = all;
  const reportPlain = (entries: Group) =>
    Object.entries(entries)
      .flatMap((entry) => (isGroup(entry[1]) ? Object.entries(entry[1]) : [entry]))
      .filter(([name]) => name !== unshown)
      .map(([name, value]): Reported => {
        const line = write(name, value, t);
        return { key: name, label: labelOf(name, t), line, value: showValue(name, value, t) };
      });
  if (isGroup(before) && isGroup(after)) {
    return [...reportPlain(rest), ...reportFields(before, after, t)];
  }
  const [was, becomes] = [readCells(before), readCells(after)];
  if (typeof rest['table'] === 'string' && was !== undefined && becomes !== undefined) {
    return [...reportPlain(rest), ...reportCells(rest['table'], [was, becomes], t)];
  }
  return reportPlain(all);
}

/** A payload or outcome as words in one line, without what is empty: "Coin: USDT, Amount: 10". */
export function showPayload(text: string, t: Translate<'admin'>): string {
  return report(text, t)
    .filter(({ line }) => line !== '')
    .map(({ label, line }) => `${label}: ${line}`)
    .join(', ');
}

function showValue(name: string, value: unknown, t: Translate<'admin'>): React.ReactNode {
  if (name === 'ownerId') {
    return (
      <a className="ui-link" {...linkTo(`people/${String(value)}`)}>
        {String(value)}
      </a>
    );
  }
  if (name === 'toAddress') return <CopyField label={labelOf(name, t)} value={String(value)} />;
  return <span className="office-fact">{write(name, value, t) || '--'}</span>;
}

/** The same as facts. */
export function listFacts(text: string, t: Translate<'admin'>): Fact[] {
  return report(text, t).map(({ key, label, value }) => ({ key, label, value }));
}

/** Numbers of rows that a subject names. */
const numbersOf: Readonly<Record<string, string>> = {
  networkId: 'network',
  coinId: 'coin',
  reasons: 'reasons',
};

/** What a request is about: its payload with what the server knows of the rows in it. */
function readSubject({ payload, about }: ApprovalRow): string {
  if (about === '') return payload;
  const known = JSON.parse(about) as Record<string, unknown>;
  const asked = Object.entries(JSON.parse(payload) as Record<string, unknown>).filter(
    ([name]) => !((numbersOf[name] ?? '') in known),
  );
  const { coin, amount, fee, usdtValue, ...rest } = known;
  const withUnit = (value: unknown, unit: unknown) =>
    typeof value === 'string' ? `${writeAmount(value)}\u00a0${String(unit)}` : value;
  const paid = { amount: withUnit(amount, coin), fee: withUnit(fee, coin) };
  return JSON.stringify({
    ...Object.fromEntries(asked),
    ...(amount === undefined ? { coin } : paid),
    usdtValue: withUnit(usdtValue, 'USDT'),
    ...rest,
  });
}

/** Left to the dialog by a line. */
const detailed = new Set(
  'fee ownerId usdtValue toAddress memo releasedBy txHash claimedTxHash'.split(' '),
);

/** A request in one line, with the gist of what it is about. */
export function showSubject(row: ApprovalRow, t: Translate<'admin'>): string {
  if (row.about === '') return showPayload(row.payload, t);
  const all = Object.entries(JSON.parse(readSubject(row)) as Record<string, unknown>);
  const gist = all.filter(([name]) => !detailed.has(name));
  return showPayload(JSON.stringify(Object.fromEntries(gist)), t);
}

/** The same as facts. */
export const listSubject = (row: ApprovalRow, t: Translate<'admin'>): Fact[] =>
  listFacts(readSubject(row), t);

/** Who asked, in words. */
export const nameMaker = (row: ApprovalRow, t: Translate<'admin'>): string =>
  row.madeBy === 0 ? t('approval.rule') : row.maker;

/** Why it was asked; a rule's own reason is the same each time. */
export const sayReason = (row: ApprovalRow, t: Translate<'admin'>): string =>
  row.madeBy === 0 && row.kind === 'withdrawal.approve' ? t('approval.rule.large') : row.reason;

/** What an act is about, in words: "Person 5". */
export function nameTarget(row: AuditRow, t: Translate<'admin'>): string {
  return row.targetKind === 'none' ? '--' : `${t(targetNames[row.targetKind])} ${row.targetId}`;
}

/** A hash as a fact that can be copied. */
export function hashFact(hash: string, t: Translate<'admin'>): Fact {
  const label = t('audit.hash');
  return { key: 'hash', label, value: <CopyField isHash label={label} value={hash} /> };
}

/** Who acted, in words. */
export function nameActor(row: AuditRow, t: Translate<'admin'>): string {
  if (row.operatorId !== 0) return row.operator;
  if (row.action === 'user_proof_given') return t('audit.person');
  return row.action === 'operator_sign_in_failed' ? t('audit.nobody') : t('audit.host');
}
