import type { OperatorAnswer, RouteAnswer, officeRoutes, UserView } from '@isobath/wire';
import type { Approvals } from '../../base/approvals/index.ts';
import type { AuditLog, AuditProof } from '../../base/audit/index.ts';
import type { Browsers, Passkeys, Seal, Throttle, Tickets } from '../../base/credentials/index.ts';
import type { Database, Session } from '../../base/db/index.ts';
import type { ReferenceTables } from '../../base/reference-tables/index.ts';
import type { Operators, OperatorSessions } from '../../base/office/index.ts';
import type { Sessions } from '../../base/sessions/index.ts';
import type { Switches } from '../../base/switches/index.ts';
import type { CustomerParts } from './accounts/routes.ts';
import type { LineChecks } from './money/lines.ts';
import type { Postings } from './money/postings.ts';

/** What signing in stands on. */
export interface OfficeSignInParts {
  readonly operators: Operators;
  readonly operatorSessions: OperatorSessions;
  readonly audit: AuditLog;
  readonly tickets: Tickets;
  readonly throttle: Throttle;
  readonly browsers: Browsers;
  readonly seal: Seal;
  readonly passkeys: Passkeys;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
  /** Whether browsers keep a session at our address. */
  readonly canSignIn: boolean;
  readonly readBrandName: () => Promise<string>;
  readonly mode: OperatorAnswer['mode'];
}

/** How the exchange stands, without what the office counts itself. */
export type Standing = Pick<
  RouteAnswer<typeof officeRoutes.overview>,
  'mode' | 'reason' | 'lastSequence' | 'durableSequence' | 'projectedSequence' | 'openOrdersCount'
>;

/** What of a person other rooms tell. */
export type PersonParts = Omit<UserView, 'profile' | 'acts'>;

/** Values that pages read. */
export interface ConfigEntry {
  /** What is wrong with a value, or undefined. */
  readonly check: (name: string, value: unknown) => string | undefined;
  readonly needsTwo: (name: string) => boolean;
  /** The value as JSON text; nobody else writes any until the transaction ends. */
  readonly lock: (session: Session, name: string) => Promise<string>;
  readonly write: (session: Session, name: string, value: unknown) => Promise<void>;
}

/** What the back office stands on. */
export interface OfficeParts extends OfficeSignInParts, CustomerParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly approvals: Approvals;
  readonly switches: Pick<Switches, 'list' | 'load' | 'write'>;
  readonly readVipLevel: (ownerId: number) => number;
  readonly readStanding: () => Promise<Standing>;
  /** Stop the engine. */
  readonly halt: (reason: string) => Promise<{ mode: string }>;
  /** Let the engine take nothing but cancels. */
  readonly allowCancelsOnly: (reason: string) => Promise<{ mode: string }>;
  /** Number of the operator's last word on trading. @throws halted without an engine. */
  readonly readHaltNumber: () => Promise<number>;
  readonly readPerson: (ownerId: number, locale: string) => Promise<PersonParts>;
  readonly proveAudit: () => Promise<AuditProof>;
  readonly config: ConfigEntry;
  readonly tables: ReferenceTables;
  /** Credits and debits without a chain. */
  readonly checks: LineChecks;
  readonly postings: Postings;
}
