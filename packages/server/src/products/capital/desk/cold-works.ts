// What two operators agree to of cold storage: where too much goes, and between which levels and
// above which floors coins are held. Both are checked when they are asked for and again when they
// are carried out. Made by start.ts.
import { DecimalError, parseDecimal } from '@isobath/core/math';
import { askedLimits, z } from '@isobath/wire';
import { type ApprovalWorks, defineWork } from '../../../base/approvals/index.ts';
import type { AuditLog } from '../../../base/audit/index.ts';
import type { Session } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { refuse, refuseField } from '../../../base/product/index.ts';
import { readAddressForm } from '../book/address-form.ts';

type AskedLimits = z.infer<typeof askedLimits>;

/**
 * How the chain writes a cold address.
 * @errors object_not_found, invalid unless the signer's policy lists it.
 */
export async function checkColdAddress(
  session: Session,
  networkId: number,
  text: string,
): Promise<string> {
  const [row] = await session.query<{ family: string; cold: readonly string[] | null }>(
    `SELECT family, (SELECT one -> 'coldAddresses' FROM signer_states,
         jsonb_array_elements(policy -> 'networks') AS one
       WHERE (one ->> 'network')::int = network_id LIMIT 1) AS cold
     FROM networks WHERE network_id = $1`,
    [networkId],
  );
  if (row === undefined) throw refuse('object_not_found');
  if (text === '') return '';
  const address = await readAddressForm(row.family, text);
  if (address === undefined) throw refuseField('address', 'form');
  if (!(row.cold ?? []).includes(address)) throw refuseField('address', 'policy');
  return address;
}

/** Limits in units, as rows have them. */
interface LimitUnits {
  readonly low: bigint | null;
  readonly target: bigint | null;
  readonly high: bigint | null;
  readonly hourFloor: bigint;
  readonly dayFloor: bigint;
}

/** @errors object_not_found for what is not listed, invalid unless all three rise or none is. */
export async function readLimits(
  session: Session,
  markets: Pick<MarketRegistry, 'coinById'>,
  asked: AskedLimits,
): Promise<LimitUnits> {
  const found = await session.query(
    'SELECT FROM network_assets WHERE network_id = $1 AND asset_id = $2',
    [asked.networkId, asked.coinId],
  );
  const coin = markets.coinById(asked.coinId);
  if (found.length === 0 || coin === undefined) throw refuse('object_not_found');
  const read = (field: keyof AskedLimits & string): bigint => {
    try {
      return parseDecimal(String(asked[field]), coin.scale);
    } catch (error) {
      if (error instanceof DecimalError) throw refuseField(field, 'decimals');
      throw error;
    }
  };
  const floors = { hourFloor: read('hourFloor'), dayFloor: read('dayFloor') };
  if (floors.dayFloor < floors.hourFloor) throw refuseField('dayFloor', 'order');
  const set = (['low', 'target', 'high'] as const).filter((field) => asked[field] !== '');
  if (set.length === 0) return { low: null, target: null, high: null, ...floors };
  if (set.length < 3) throw refuseField('low', 'all');
  const [low, target, high] = [read('low'), read('target'), read('high')];
  if (low > target || target > high) throw refuseField('target', 'order');
  return { low, target, high, ...floors };
}

const toSql = (units: bigint | null) => (units === null ? null : String(units));

/** Make the works. */
export function createColdWorks({
  audit,
  markets,
}: {
  readonly audit: AuditLog;
  readonly markets: Pick<MarketRegistry, 'coinById'>;
}): Partial<ApprovalWorks> {
  return {
    'cold.address': defineWork({
      permission: 'money.release',
      shape: z.object({ networkId: z.number().int().positive(), address: z.string() }),
      async execute({ networkId, address: asked }, { actor }) {
        await audit.transaction(actor, async (session, write) => {
          // The policy may have changed since it was asked for.
          const address = await checkColdAddress(session, networkId, asked);
          await session.execute(
            address === ''
              ? 'DELETE FROM cold_addresses WHERE network_id = $1 AND $2 = $2'
              : `INSERT INTO cold_addresses (network_id, address) VALUES ($1, $2)
                 ON CONFLICT (network_id) DO UPDATE SET address = EXCLUDED.address`,
            [networkId, address],
          );
          await write({ action: 'cold_address_set', detail: { networkId, address } });
        });
        return { networkId };
      },
    }),
    'cold.limits': defineWork({
      permission: 'money.release',
      shape: askedLimits,
      async execute(asked, { actor }) {
        const { networkId, coinId } = asked;
        await audit.transaction(actor, async (session, write) => {
          const units = await readLimits(session, markets, asked);
          await session.execute(
            `UPDATE network_assets SET hot_low_units = $3, hot_target_units = $4,
               hot_high_units = $5, breaker_hour_units = $6, breaker_day_units = $7
             WHERE network_id = $1 AND asset_id = $2`,
            [
              networkId,
              coinId,
              toSql(units.low),
              toSql(units.target),
              toSql(units.high),
              toSql(units.hourFloor),
              toSql(units.dayFloor),
            ],
          );
          await write({ action: 'coin_limits_set', detail: asked });
        });
        return { networkId, coinId };
      },
    }),
  };
}
