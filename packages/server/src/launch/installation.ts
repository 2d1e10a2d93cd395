// An installation stays what it began as: demo money and real money never share a ledger.
// It decides nothing about settings. Called by launcher.ts, as owner, around the migrations.
import { type Database, listMigrations, type Session } from '../base/db/index.ts';
import type { Settings } from '../base/config/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';

/** Tables of this room. They look at the sandbox's and people's, so they come last. */
export const launchMigrations = listMigrations('launch', import.meta.url, ['0001-installation']);

type Mode = Settings['mode'];

async function refuseOther(session: Session, mode: Mode): Promise<void> {
  const [row] = await session.query<{ began_as: Mode }>('SELECT began_as FROM installation');
  if (row === undefined || row.began_as === mode) return;
  throw new Refusal(
    EXIT.configuration,
    `This installation began as ${row.began_as} and cannot become ${mode}: ` +
      `set ISOBATH_MODE=${row.began_as}, or give ${mode} a DATA_DIR or DATABASE_URL of its own.`,
  );
}

/**
 * Refuse before a migration runs.
 * @errors Refusal 78 when the installation began in the other mode.
 */
export async function checkMode(owner: Database, mode: Mode): Promise<void> {
  const [found] = await owner.query<{ is_there: boolean }>(
    `SELECT to_regclass('installation') IS NOT NULL AS is_there`,
  );
  if (found?.is_there) await refuseOther(owner, mode);
}

/**
 * Write down the mode of a new installation.
 * @errors Refusal 78 as `checkMode`, for an installation from before the table.
 */
export async function keepMode(owner: Database, mode: Mode): Promise<void> {
  await owner.execute('INSERT INTO installation (began_as) VALUES ($1) ON CONFLICT DO NOTHING', [
    mode,
  ]);
  await refuseOther(owner, mode);
}
