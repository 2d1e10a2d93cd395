// `isobath -- doctor`: what somebody who helps would ask first, looked at on this host in one go.
// It changes nothing and starts nothing, the embedded database neither. Called by `cli`.

import { examineSettings, type Settings } from '../base/config/index.ts';
import { askServer } from '../base/operator/index.ts';
import { findHolder, runWithRunning } from '../launch/index.ts';
import { type Check, type CheckState, fine, look } from './check.ts';
import { checkDatabase } from './database.ts';
import {
  checkBackups,
  checkClock,
  checkDisk,
  checkMail,
  checkPort,
  checkRights,
  checkVersions,
} from './host.ts';

/** What the doctor found. */
export interface Diagnosis {
  /** The worst of all looks but `unknown`. */
  readonly verdict: Exclude<CheckState, 'unknown'>;
  readonly checks: readonly Check[];
}

/** What to look at. */
export interface Patient {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Root of the installation. */
  readonly root: string;
  /** Folder of backups that a job of the operator's makes. */
  readonly backups?: string | undefined;
}

/** Look at everything. */
export async function diagnose({ environment, root, backups }: Patient): Promise<Diagnosis> {
  const { faults, settings } = examineSettings(environment, root, { isStrict: true });
  const checks: Check[] = faults.map(({ message: found }) => ({
    check: 'settings',
    state: 'fault',
    found,
    advice: 'isobath -- config check',
  }));
  checks.push(...(await look('versions', () => checkVersions(root))));
  if (settings !== undefined) {
    if (faults.length === 0) {
      checks.push(fine('settings', `${settings.mode}, data in ${settings.dataFolder}`));
    }
    checks.push(...(await lookAtInstallation(settings, backups)));
  }
  return { verdict: judge(checks), checks };
}

function judge(checks: readonly Check[]): Diagnosis['verdict'] {
  if (checks.some(({ state }) => state === 'fault')) return 'fault';
  return checks.some(({ state }) => state === 'warn') ? 'warn' : 'ok';
}

async function lookAtInstallation(
  settings: Settings,
  backups: string | undefined,
): Promise<Check[]> {
  const isRunning = findHolder(settings.dataFolder) !== undefined;
  const all = [
    await look('server', () => checkServer(settings, isRunning)),
    await look('port', () => checkPort(settings, isRunning)),
    await look('clock', checkClock),
    await look('disk', () => checkDisk(settings)),
    await look('rights', () => checkRights(settings)),
    await look('database', () => lookAtDatabase(settings, isRunning)),
    await look('backup', () => checkBackups(settings, backups)),
    await look('mail', () => checkMail(settings)),
    await look('sums', () => checkSums(settings, isRunning)),
  ];
  return all.flat();
}

async function checkServer({ dataFolder }: Settings, isRunning: boolean): Promise<Check> {
  const answer = isRunning ? await askServer(dataFolder, 'server.status', {}) : undefined;
  if (answer === undefined) {
    const found = isRunning ? 'it starts, stops or hangs' : 'it does not run';
    return { check: 'server', state: 'warn', found, advice: 'npm start, or logs/launcher.log' };
  }
  const { mode, reason, lastSequence, durableSequence, projectedSequence } = answer;
  const said = `${String(mode)}${reason === '' ? '' : ` (${String(reason)})`}`;
  const found =
    `${said}, sequence ${String(lastSequence)}, durable ${String(durableSequence)}, ` +
    `in tables ${String(projectedSequence)}`;
  if (mode === 'normal') return fine('server', found);
  if (mode === 'maintenance') {
    return { check: 'server', state: 'warn', found, advice: 'isobath -- maintenance off opens it' };
  }
  const advice = 'docs/run/incident.md; isobath -- resume when the reason is gone';
  return { check: 'server', state: 'fault', found, advice };
}

async function lookAtDatabase(settings: Settings, isRunning: boolean): Promise<readonly Check[]> {
  if (!isRunning && settings.databaseUrl === undefined) {
    const found = 'the embedded database runs with the server only';
    return [{ check: 'database', state: 'unknown', found, advice: 'start it and ask again' }];
  }
  try {
    return await runWithRunning(settings, (database) => checkDatabase(settings, database));
  } catch (error) {
    const found = (error as Error).message;
    return [{ check: 'database', state: 'fault', found, advice: 'see DATABASE_URL and its log' }];
  }
}

const ANSWER_WITHIN_MS = 5_000;

/** The running server asks its engine for all balances, one coin a second. */
async function checkSums({ host, port }: Settings, isRunning: boolean): Promise<Check> {
  const advice = 'isobath -- solvency';
  if (!isRunning) return { check: 'sums', state: 'unknown', found: 'it does not run', advice };
  const at = host === '0.0.0.0' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const answer = await fetch(`http://${at}:${port}/metrics`, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const sums = [...(await answer.text()).matchAll(/^recon_diff\{asset="([^"]+)"\} (\S+)$/gm)];
  if (!answer.ok || sums.length === 0) {
    return { check: 'sums', state: 'unknown', found: 'no coin was looked at yet', advice };
  }
  const off = sums.filter(([, , units]) => Number(units) !== 0).map(([, asset]) => asset);
  if (off.length === 0) return fine('sums', `all balances of ${sums.length} coins add up to 0`);
  const found = `not 0: ${off.join(', ')}`;
  return { check: 'sums', state: 'fault', found, advice: 'isobath -- halt, then solvency' };
}
