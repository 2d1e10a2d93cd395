// What a job is. It runs at least once for what it is for, perhaps twice: a second run does no
// harm. It moves no money itself. Modules list theirs (base/modules); run by the jobs process.

import type { Session } from '../db/index.ts';

/** What a job is asked for: numbers and references, no words of people. */
export type JobPayload = Readonly<Record<string, string | number>>;

/** Loads the code with the first run. */
type LoadRun<TPlatform, TSubject> = () => Promise<
  (platform: TPlatform, subject: TSubject) => Promise<void>
>;

/** Runs when it is asked for (`enqueueJob`). */
export interface RequestedJob<TPlatform> {
  /** Product and what it does, as `account.vip-levels`; never reused for another job. */
  readonly name: string;
  readonly load: LoadRun<TPlatform, JobPayload>;
}

/** Runs by the clock; a time that was missed is left out. */
export interface CronJob<TPlatform> {
  readonly name: string;
  /** Minute, hour, day, month, weekday, in UTC. */
  readonly cron: string;
  readonly load: LoadRun<TPlatform, JobPayload>;
}

/** Runs once for each period that is over; missed ones one after the other, the oldest first. */
export interface PeriodJob<TPlatform> {
  readonly name: string;
  /** Periods are whole numbers of it since 1970, UTC. */
  readonly periodMs: number;
  readonly load: LoadRun<TPlatform, JobPeriod>;
}

/** A job of any kind. */
export type Job<TPlatform> = RequestedJob<TPlatform> | CronJob<TPlatform> | PeriodJob<TPlatform>;

/** A period that is over and stands in the tables whole. */
export interface JobPeriod {
  readonly startsMs: number;
  readonly endsMs: number;
  /** How far an earlier run came, "" = it begins. */
  readonly cursor: string;
  /** Note how far it is, in the transaction of what was done. */
  readonly advance: (session: Session, cursor: string) => Promise<void>;
}
