// Asks providers what custody wants to know of deposits and withdrawals: each question under its
// reference, read back until it is decided. A provider that is down or says nothing decides
// nothing: custody holds. Run by jobs (jobs.ts); what came of it is read by custody.
import { formatDecimal } from '@isobath/core/math';
import type { Database } from '../../../base/db/index.ts';
import {
  type MoneyCheckKind,
  type MoneyCheckProvider,
  type MoneyCheckRequest,
  ProviderFault,
  type ProviderKind,
} from '../../../base/providers/index.ts';
import type { Vault } from '../../../base/vault/index.ts';
import { readDeclaration } from '../travel/declarations.ts';

/** What asking stands on. */
export interface MoneyCheckParts {
  readonly database: Database;
  readonly vault: Vault;
  /** Undefined: none is named. */
  readonly readProvider: (kind: ProviderKind) => Promise<MoneyCheckProvider | undefined>;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
}

interface CheckRow {
  readonly reference: string;
  readonly kind: MoneyCheckKind;
  readonly subject_id: number;
  readonly state: 'new' | 'asked';
  readonly tries_count: number;
}

const MINUTE_MS = 60_000;
/** After so many tries a question waits half an hour for the next. */
const DOUBLINGS_MAX = 5;
/** Of one run, so that it ends. */
const ROWS_MAX = 100;
/** So many times a provider fails in one run. */
const FAULTS_MAX = 3;

const waitMs = (tries: number) => MINUTE_MS * 2 ** Math.min(tries, DOUBLINGS_MAX);

const kinds: Readonly<Record<MoneyCheckKind, ProviderKind>> = {
  receipt: 'screening',
  address: 'screening',
  travel: 'travel',
};

const RECEIPT = `
  SELECT networks.name AS network, short_name AS coin, listed.contract, raw::text, listed.decimals,
    from_address AS other, tx_hash
  FROM deposits AS own JOIN networks USING (network_id)
    JOIN network_assets AS listed USING (network_id, asset_id) JOIN coins ON coin_id = asset_id
  WHERE deposit_id = $1`;
const PAYMENT = `
  SELECT networks.name AS network, short_name AS coin, listed.contract, receives_raw::text AS raw,
    listed.decimals, address AS other, own.tx_hash
  FROM withdrawals AS own JOIN networks USING (network_id)
    JOIN network_assets AS listed USING (network_id, asset_id) JOIN coins ON coin_id = asset_id
  WHERE withdrawal_id = $1`;

interface Moved {
  readonly network: string;
  readonly coin: string;
  readonly contract: string;
  readonly raw: string;
  readonly decimals: number;
  /** Who paid, or is paid. */
  readonly other: string;
  readonly tx_hash: string;
}

/** Make what asks. */
export function createMoneyChecks(parts: MoneyCheckParts) {
  const { database, vault, readProvider, readNowMs, report } = parts;

  /** What is asked, read from the thing itself; undefined when it is gone. */
  async function writeRequest(row: CheckRow): Promise<MoneyCheckRequest | undefined> {
    const { reference, kind, subject_id: id } = row;
    const [thing] = await database.query<Moved>(kind === 'receipt' ? RECEIPT : PAYMENT, [id]);
    if (thing === undefined) return undefined;
    const { network, coin, contract, other } = thing;
    const amount = formatDecimal(BigInt(thing.raw), thing.decimals);
    const moved = { network, coin, contract, amount };
    if (kind === 'receipt') {
      const subject = { ...moved, from: other === '' ? [] : [other], txHash: thing.tx_hash };
      return { reference, kind, subject };
    }
    if (kind === 'address') return { reference, kind, subject: { ...moved, address: other } };
    const { declaration } = await readDeclaration(database, vault, id);
    const { beneficiary, venue = '', purpose } = declaration;
    return { reference, kind, subject: { ...moved, address: other, beneficiary, venue, purpose } };
  }

  /** Note that a question is with a provider, or is to be tried again. */
  async function postpone(row: CheckRow, state: 'new' | 'asked', provider: string): Promise<void> {
    await database.execute(
      `UPDATE chain_checks SET state = $2, provider = $3, tries_count = tries_count + 1,
         next_at_ms = $4 WHERE reference = $1 AND state IN ('new', 'asked')`,
      [row.reference, state, provider, readNowMs() + waitMs(row.tries_count)],
    );
  }

  /** What was found stays: of two that say something else the first one counts. */
  async function settle(row: CheckRow, state: 'passed' | 'held' | 'refused', provider: string) {
    await database.execute(
      `UPDATE chain_checks SET state = $2, provider = $3, found_at_ms = $4
       WHERE reference = $1 AND state IN ('new', 'asked')`,
      [row.reference, state, provider, readNowMs()],
    );
  }

  /** One step of one question: read it back, or ask it. */
  async function step(row: CheckRow, provider: MoneyCheckProvider): Promise<void> {
    let standing = row.state === 'asked' ? await provider.read(row.reference) : undefined;
    if (standing === undefined) {
      const request = await writeRequest(row);
      if (request === undefined) return postpone(row, 'new', '');
      standing = await provider.ask(request);
    }
    if (standing.kind !== row.kind) throw new ProviderFault('an answer about another kind');
    const { state } = standing;
    if (state === 'pending') await postpone(row, 'asked', provider.name);
    else await settle(row, state, provider.name);
  }

  const findRows = (where: string, values: (string | number)[]) =>
    database.query<CheckRow>(
      `SELECT reference, kind, subject_id, state, tries_count FROM chain_checks
       WHERE state IN ('new', 'asked') AND ${where}`,
      values,
    );

  /** Ask one provider all that is due. */
  async function runKind(provider: MoneyCheckProvider, rows: readonly CheckRow[]): Promise<void> {
    let faultsCount = 0;
    for (const row of rows) {
      try {
        await step(row, provider);
      } catch (error) {
        await postpone(row, row.state, provider.name);
        if (faultsCount === 0 || !(error instanceof ProviderFault)) report(error);
        faultsCount += 1;
        // It is away: the others wait for the next run.
        if (faultsCount === FAULTS_MAX) return;
      }
    }
  }

  return {
    /** Ask for what is new, read back what is due. It throws for nothing that a provider does. */
    async run(): Promise<void> {
      const due = `next_at_ms <= $1 ORDER BY next_at_ms LIMIT ${ROWS_MAX}`;
      const rows = await findRows(due, [readNowMs()]);
      for (const kind of ['screening', 'travel'] as const) {
        const own = rows.filter((row) => kinds[row.kind] === kind);
        if (own.length === 0) continue;
        const provider = await readProvider(kind).catch(report);
        if (provider) await runKind(provider, own);
      }
    },

    /** Read one back, as it is said to have changed. @throws ProviderFault to be tried again. */
    async readBack(reference: string): Promise<void> {
      const [row] = await findRows('reference = $1', [reference]);
      const provider = row && (await readProvider(kinds[row.kind]));
      if (row !== undefined && provider !== undefined) await step(row, provider);
    },
  };
}

/** What asks providers in an installation. */
export type MoneyChecks = ReturnType<typeof createMoneyChecks>;
