import type { Session } from '../db/index.ts';

/** Up to which step a projection has written its tables, 0 for one that has written nothing. */
export async function readWatermark(session: Session, name: string): Promise<number> {
  const rows = await session.query<{ sequence: number }>(
    'SELECT sequence FROM projections WHERE name = $1',
    [name],
  );
  return rows[0]?.sequence ?? 0;
}
