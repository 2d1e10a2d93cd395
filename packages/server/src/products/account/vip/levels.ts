// What each VIP level wants: a row a level, kept by the operator, told to everybody.
// Not who has which (standings.ts), nor what a level costs (the engine's fee schedules).
import type { Session } from '../../../base/db/index.ts';
import type { ReferenceTable } from '../../../base/reference-tables/index.ts';
import { refuseField } from '../../../base/product/index.ts';

/** Days that are looked at. */
export const VIP_DAYS = 30;

/** One level. */
export interface VipLevel {
  readonly level: number;
  /** What must have been traded, decimal text. */
  readonly volumeUsdt: string;
}

/** Read the levels, lowest first. */
export function readVipLevels(session: Session): Promise<VipLevel[]> {
  return session.query<VipLevel>(
    'SELECT level, volume_usdt AS "volumeUsdt" FROM vip_levels ORDER BY level',
  );
}

/** More is a slip of the hand. */
const VOLUME = /^\d{1,15}(\.\d{1,8})?$/;

/** The levels as the operator keeps them. */
export const vipLevelsTable: ReferenceTable = {
  name: 'vipLevels',
  list: async (session) =>
    (await readVipLevels(session)).map(({ level, volumeUsdt }) => ({
      key: String(level),
      cells: { volumeUsdt },
    })),
  readKey: (key) => key,
  begin: () => ({}),
  async write(session, { key, cells }) {
    const volume = cells['volumeUsdt'] ?? '';
    if (!VOLUME.test(volume) || !/[1-9]/.test(volume)) {
      throw refuseField('volumeUsdt', 'above zero, at most 15 digits and 8 decimals');
    }
    // A level that wants less than the one below it would never be anybody's.
    const [beside] = await session.query<{ is_between: boolean }>(
      `SELECT NOT EXISTS (SELECT FROM vip_levels WHERE (level < $1 AND volume_usdt >= $2::numeric)
         OR (level > $1 AND volume_usdt <= $2::numeric)) AS is_between`,
      [Number(key), volume],
    );
    if (!beside.is_between) {
      throw refuseField('volumeUsdt', 'more than the level below, less than the one above');
    }
    await session.execute('UPDATE vip_levels SET volume_usdt = $2::numeric WHERE level = $1', [
      Number(key),
      volume,
    ]);
  },
};
