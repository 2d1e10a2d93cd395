// What audits read from and what they say. Used by every file of this room.
import type { Database } from '../../base/db/index.ts';
import type { Core } from '../core-port.ts';
import type { ChainKey } from '../journal/chain.ts';

/** What an audit reads from. */
export interface AuditSource {
  readonly database: Database;
  readonly engineId: number;
  readonly key: ChainKey;
  /** Rules of the core; rows of others are proven by their chain only. */
  readonly rulesVersion: number;
  /** A fresh core; it is used up. */
  readonly core: Core;
}

/** Something that is not as it was written. */
export interface AuditFinding {
  /** First sequence it concerns. */
  readonly sequence: number;
  readonly part:
    | 'journal'
    | 'head'
    | 'replay'
    | 'event_log'
    | 'ledger'
    | 'mark'
    | 'archive'
    | 'prices';
  readonly what: string;
}
