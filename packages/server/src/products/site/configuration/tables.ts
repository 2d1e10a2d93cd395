// The tables of configuration as the operator keeps them: currencies, languages, regions, levels
// of identity. Each says where its rows are and what must stay true; kinds of cells are checked
// before. Not who may change them (base/reference-tables, products/office). Called through the
// site's door.
import { checkIpList } from '../../../base/addresses/index.ts';
import { identityTypes } from '../../../base/identity/index.ts';
import type { ReferenceTable } from '../../../base/reference-tables/index.ts';
import { refuseField } from '../../../base/product/index.ts';

const showSwitch = (isOn: boolean) => String(isOn);

/** What one USDT may be worth: anything else is a slip of the hand. */
const RATE = /^\d{1,9}(\.\d{1,12})?$/;

const currencies: ReferenceTable = {
  name: 'currencies',
  async list(session) {
    const rows = await session.query<{
      currency_code: string;
      name: string;
      symbol: string;
      rate: string;
      is_offered: boolean;
    }>('SELECT currency_code, name, symbol, rate, is_offered FROM currencies ORDER BY id');
    return rows.map((row) => ({
      key: row.currency_code,
      cells: {
        name: row.name,
        symbol: row.symbol,
        rate: row.rate,
        isOffered: showSwitch(row.is_offered),
      },
    }));
  },
  readKey(key) {
    const code = key.toUpperCase();
    if (!/^[A-Z]{3}$/.test(code)) throw refuseField('key', 'three letters, such as EUR');
    return code;
  },
  begin: (key) => ({ name: '', symbol: key, rate: '', isOffered: 'true' }),
  async write(session, { key, cells }) {
    const { name, symbol, rate, isOffered } = cells;
    if (name === '') throw refuseField('name', 'a name');
    if (symbol === '') throw refuseField('symbol', 'a sign');
    if (!RATE.test(rate) || !/[1-9]/.test(rate)) {
      throw refuseField('rate', 'above zero, at most 12 decimals');
    }
    // The age of a rate is told to people: it is new only when it was set anew.
    await session.execute(
      `INSERT INTO currencies (id, currency_code, name, symbol, rate, is_offered)
       SELECT coalesce(max(id), 0) + 1, $1, $2, $3, $4::numeric, $5::boolean FROM currencies
       ON CONFLICT (currency_code) DO UPDATE SET name = $2, symbol = $3, is_offered = $5::boolean,
         rate_at = CASE WHEN currencies.rate = $4::numeric THEN currencies.rate_at ELSE now() END,
         rate = $4::numeric`,
      [key, name, symbol, rate, isOffered === 'true'],
    );
  },
};

/** Whatever else is turned off, this one is there: other languages fall back to it. */
const FALLBACK_LANGUAGE = 'en_US';

const languages: ReferenceTable = {
  name: 'languages',
  async list(session) {
    const rows = await session.query<{
      value: string;
      name: string;
      place: number;
      is_offered: boolean;
    }>('SELECT value, name, place, is_offered FROM languages ORDER BY place, value');
    return rows.map(({ value, name, place, is_offered: isOffered }) => ({
      key: value,
      cells: { name, place: String(place), isOffered: showSwitch(isOffered) },
    }));
  },
  readKey: (key) => key,
  begin: () => ({}),
  async write(session, { key, cells }) {
    const { name, place, isOffered } = cells;
    if (name === '') throw refuseField('name', 'a name');
    if (key === FALLBACK_LANGUAGE && isOffered !== 'true') {
      throw refuseField('isOffered', `${FALLBACK_LANGUAGE} stays: other languages fall back to it`);
    }
    await session.execute(
      'UPDATE languages SET name = $2, place = $3, is_offered = $4 WHERE value = $1',
      [key, name, Number(place), isOffered === 'true'],
    );
  },
};

const regions: ReferenceTable = {
  name: 'regions',
  async list(session) {
    const rows = await session.query<{
      network: string;
      region: string;
      mode: string;
      reason: string;
    }>('SELECT network::text, region, mode, reason FROM network_regions ORDER BY network');
    return rows.map(({ network, ...cells }) => ({ key: network, cells }));
  },
  async readKey(key, session) {
    if (checkIpList([key]) !== undefined) {
      throw refuseField('key', 'a network, such as 203.0.113.0/24');
    }
    const rows = await session.query<{ network: string }>(
      'SELECT network($1::inet)::text AS network',
      [key],
    );
    return rows[0].network;
  },
  begin: () => ({ region: '', mode: 'open', reason: '' }),
  async write(session, { key, cells }) {
    if (cells['region'] === '') throw refuseField('region', 'a name');
    await session.execute(
      `INSERT INTO network_regions VALUES ($1::cidr, $2, $3, $4)
       ON CONFLICT (network) DO UPDATE SET region = $2, mode = $3, reason = $4`,
      [key, cells['region'], cells['mode'], cells['reason']],
    );
  },
  async remove(session, key) {
    await session.execute('DELETE FROM network_regions WHERE network = $1::cidr', [key]);
  },
};

type IdentityName = keyof typeof identityTypes;
const identityNames = Object.keys(identityTypes) as readonly IdentityName[];

const identityLevels: ReferenceTable = {
  name: 'identityLevels',
  async list(session) {
    const rows = await session.query<{ identity_type: number; limit: string; is_open: boolean }>(
      `SELECT identity_type, daily_withdraw_limit_usdt AS "limit", is_open
       FROM identity_levels ORDER BY identity_type`,
    );
    return rows.map((row) => ({
      key: identityNames.find((name) => identityTypes[name] === row.identity_type) ?? '',
      cells: { dailyWithdrawLimitUsdt: row.limit, isOpen: showSwitch(row.is_open) },
    }));
  },
  readKey: (key) => key,
  begin: () => ({}),
  async write(session, { key, cells }) {
    await session.execute(
      `UPDATE identity_levels SET daily_withdraw_limit_usdt = $2::numeric, is_open = $3
       WHERE identity_type = $1`,
      [
        identityTypes[key as IdentityName],
        cells['dailyWithdrawLimitUsdt'],
        cells['isOpen'] === 'true',
      ],
    );
  },
};

/** Every table of configuration. */
export const configurationTables: readonly ReferenceTable[] = [
  currencies,
  languages,
  regions,
  identityLevels,
];
