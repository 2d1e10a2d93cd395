// What a request or an act is about, as facts with their names: from the JSON the server keeps.
// Names it does not know stand as they are; it decides nothing. Called by approvals and audit log.
import { CopyField, type Fact, type Tone } from '@isobath/ui';
import type { ApprovalRow, AuditRow } from '@isobath/wire';
import { linkTo } from '../../base/address.ts';
import type { Say } from '../../base/texts.tsx';

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

const names = {
  ownerId: 'fact.person',
  operatorId: 'audit.operator',
  asset: 'asset',
  amount: 'amount',
  role: 'operator.role',
  name: 'fact.name',
  before: 'fact.before',
  value: 'fact.value',
  after: 'fact.value',
  table: 'tables.table',
  key: 'tables.key',
  haltNumber: 'fact.halt',
  settledBy: 'audit.operator',
  reason: 'reason',
} as const;

/** A value in words: a list of numbers or words stands without brackets. */
function write(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(write).join(' ');
  return JSON.stringify(value);
}

/** A payload or outcome as words in one line, without what is empty: "asset USDT, amount 10". */
export function showPayload(text: string): string {
  if (text === '') return '';
  return Object.entries(JSON.parse(text) as Record<string, unknown>)
    .map(([name, value]) => [name, write(value)])
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${value}`)
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
  if (name === 'role') return t(`role.${String(value) as 'viewer'}`);
  return <span className="office-fact">{write(value) || '--'}</span>;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same as facts; what stands in a group stands beside the others. */
export function listFacts(text: string, t: Say<'admin'>): Fact[] {
  if (text === '') return [];
  return Object.entries(JSON.parse(text) as Record<string, unknown>)
    .flatMap((entry) => (isGroup(entry[1]) ? Object.entries(entry[1]) : [entry]))
    .map(([name, value]) => ({
      key: name,
      label: name in names ? t(names[name as keyof typeof names]) : name,
      value: showValue(name, value, t),
    }));
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
