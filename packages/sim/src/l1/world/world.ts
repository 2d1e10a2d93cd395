// The one simulated world of this program, which the stand-ins for clock, network, files and
// database look up. Not here: what happens in it. Set up by run-seed.ts for each seed.
import type { Engine } from '@isobath/core';
import type { DatabaseServer } from '../database/server.ts';
import type { Dice } from '../../workload/dice.ts';
import type { Process, Scheduler } from './scheduler.ts';

/** Files of the simulated machine: what was written, and what of it is on disk. */
export interface Files {
  readonly durable: Map<string, string>;
  readonly written: Map<string, string>;
  /** Contents that were written and not yet synced. */
  readonly unsynced: Set<string>;
  freeBytes: number;
}

/** A name in the file system that a server listens on. */
export interface Listening {
  readonly owner: Process | undefined;
  readonly accept: (socket: unknown) => void;
}

/** Everything outside the programs. */
export interface World {
  readonly scheduler: Scheduler;
  readonly server: DatabaseServer;
  readonly files: Files;
  readonly listening: Map<string, Listening>;
  /** Engines of this world, to be used again by the next. */
  readonly engines: Engine[];
  /** Folders by the number they were opened under. */
  readonly folders: Map<number, string>;
  readonly networkDice: Dice;
  /** How far the wall clock is wrong. */
  wallOffsetMs: number;
  /** Messages between processes take so long on top. */
  networkDelayMs: number;
}

/** Wall clock when a world begins. */
export const worldStartMs = 1_767_225_599_000;

let present: World | undefined;

/** Enter a world. */
export function enterWorld(world: World): void {
  present = world;
}

/** The world we are in. */
export function theWorld(): World {
  if (present === undefined) throw new Error('there is no world yet');
  return present;
}
