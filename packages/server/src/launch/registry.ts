// The list of processes a launcher started, kept in the data folder for the next one.
// It starts nothing. Called by the launcher at its start (to end left-overs) and at each change.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  identifyProcess,
  isAlive,
  sendSignal,
  type ProcessIdentity,
} from '../base/process/proc.ts';
import { waitUntil } from '../base/process/wait.ts';

/** A process of ours: what it does and how to know it again. */
export interface RegisteredProcess extends ProcessIdentity {
  readonly role: string;
}

const FILE = 'processes.json';

/** The list on disk, rewritten whole at each change. */
export class ProcessRegistry {
  readonly #path: string;
  readonly #processes = new Map<string, RegisteredProcess>();

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, FILE);
  }

  /** Note that a process now has this role. A process that is already gone is not noted. */
  add(role: string, pid: number): void {
    const identity = identifyProcess(pid);
    if (!identity) return;
    this.#processes.set(role, { role, ...identity });
    this.#write();
  }

  /** Note that the process of a role is gone. */
  remove(role: string): void {
    this.#processes.delete(role);
    this.#write();
  }

  /** Remove the list: nothing of ours runs any more. */
  clear(): void {
    this.#processes.clear();
    rmSync(this.#path, { force: true });
  }

  #write(): void {
    const fresh = `${this.#path}.new`;
    writeFileSync(fresh, JSON.stringify([...this.#processes.values()]), { mode: 0o600 });
    renameSync(fresh, this.#path);
  }
}

/** Processes on the list of a data folder that are alive and really the ones that were noted. */
export function findRegistered(dataFolder: string): RegisteredProcess[] {
  try {
    const text = readFileSync(join(dataFolder, FILE), 'utf8');
    return (JSON.parse(text) as RegisteredProcess[]).filter(isAlive);
  } catch {
    return [];
  }
}

/**
 * Whoever waits for a start waits for them. They may end what they have begun, and lose nothing
 * when they are killed; without the launcher their database has gone too, unless it is the
 * operator's.
 */
const END_WITHIN_MS = 500;

/**
 * End what a killed launcher left behind. They end by themselves when their channel closes;
 * one that does not is killed after `withinMs`.
 * The database server is not on this list: its folder tells who it is.
 */
export async function endRegistered(dataFolder: string, withinMs = END_WITHIN_MS): Promise<void> {
  const left = findRegistered(dataFolder);
  await waitUntil(() => !left.some(isAlive), withinMs);
  for (const one of left.filter(isAlive)) sendSignal(one.pid, 'SIGKILL');
  await waitUntil(() => !left.some(isAlive), 2_000);
}
