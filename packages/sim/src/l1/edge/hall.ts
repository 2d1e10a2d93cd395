// Where people listen, and who listens to what. Types alone. Read by listener.ts and hearing.ts.
import type { Program } from '../programs.ts';
import type { Scheduler } from '../world/scheduler.ts';
import type { Edge } from './program.ts';
import type { Truth } from './truth.ts';

/** What a listener needs of the world. */
export interface Hall {
  readonly scheduler: Scheduler;
  readonly truth: Truth;
  readonly edge: () => Program<Edge>;
  readonly count: (name: string) => void;
  readonly violate: (check: string, detail: string) => void;
  /** Sign a person in. @returns their cookie. */
  readonly signIn: (ownerId: number) => string;
}

/** Who listens to what. */
export interface Ear {
  readonly name: string;
  /** 0 = a guest. */
  readonly ownerId: number;
  readonly channels: readonly string[];
  /** Number from which they go on with their own news, as a device does that was away. */
  readonly since?: number;
  /** Whether nobody knows that number: they must be told to begin anew. */
  readonly isUnknown?: boolean;
}
