// The model's state written down as text, in the order of docs/rules/core.md 8, to be compared; the
// fields of its lines stand in tables.json. It judges and hashes nothing. Called by the comparison.
import type { Model } from './model/state.ts';
import tables from './model/tables.json' with { type: 'json' };

type Row = Readonly<Record<string, unknown>>;
/** One value: booleans 0 or 1, rates with spaces, other arrays with dots. */
function write(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (!Array.isArray(value)) return String(value);
  return value.length === 0 ? '-' : value.join(name.endsWith('Ppm') ? ' ' : '.');
}
/** One line for each shape, the word and its fields, sorted by the first; book and orders are. */
function list(word: keyof typeof tables.dump, shapes: Iterable<object>): string[] {
  const names = tables.dump[word].flatMap((line) => line.split(' '));
  const [a = '', b = '', c = ''] = names;
  const by = (name: string, one: Row, other: Row): number =>
    Number(one[name]) - Number(other[name]);
  const compare = (one: Row, other: Row): number =>
    by(a, one, other) || by(b, one, other) || by(c, one, other);
  const rows = [...shapes] as Row[];
  if (word !== 'resting' && word !== 'order') rows.sort(compare);
  return rows.map((row) => `${word} ${names.map((name) => write(name, row[name])).join(' ')}`);
}
/** The state as text, each line ended by LF. */
export function dumpState(model: Model): string {
  const { coreTimeMs, accounts, defaultFees, orders } = model;
  const markets = [...model.markets].sort((one, other) => one.instrumentId - other.instrumentId);
  const instruments = markets.map((it) => ({ ...it, ...it.limits }));
  const fees = defaultFees === null ? [] : [{ instrumentId: 0, ...defaultFees }];
  const owners = Array.from(model.owners, ([ownerId, it]) => ({ ownerId, ...it }));
  const known = owners.filter((it) => it.vipLevel + it.group + it.lastPrivateNumber > 0);
  const balances = [...model.balances.values()].filter((it) => it.available || it.held);
  const lists = model.lists.map(({ legs, ...it }) => {
    return { ...it, openIds: legs.map((leg) => (leg.closedAs === 0 ? leg.orderId : 0)) };
  });
  const keys = [...model.keys.values()].filter((it) => it.deadlineMs >= coreTimeMs);
  const today = model.closeOuts.filter((it) => it.day === Math.floor(coreTimeMs / 86_400_000));
  const lines = [
    ...list('core', [{ ...model, nextAccountId: accounts.length + 1 }]),
    ...list('asset', model.assets),
    ...list('instrument', instruments),
    ...list('fees', [...fees, ...markets]),
    ...list('owner', known),
    ...list('account', accounts),
    ...list('balance', balances),
    ...markets.flatMap((market) => [
      ...list('resting', [...market.bids, ...market.asks]),
      ...list(
        'dormant',
        orders.filter((it) => it.market === market && it.status === 1),
      ),
      ...list(
        'pending',
        orders.filter((it) => it.market === market && it.status === 2),
      ),
    ]),
    ...list('order', orders),
    ...list('list', lists),
    ...list('deadman', model.deadMen),
    ...list('key', keys),
    ...list('closeout', today),
  ];
  return `${lines.join('\n')}\n`;
}
