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

/** A list that could not be written is tried again after so long. */
const RETRY_MS = 1_000;

/**
 * The list on disk, rewritten whole at each change. It serves the next start alone, so whatever
 * stands in the way of writing it (no room, a disk that fails, one that only reads) stops nothing:
 * it is tried again until it stands.
 */
export class ProcessRegistry {
  readonly #path: string;
  readonly #notice: (text: string) => void;
  readonly #processes = new Map<string, RegisteredProcess>();
  #retry: NodeJS.Timeout | undefined;
  #isBehind = false;

  /** @param notice - told once when the list cannot be written, and once when it can again. */
  constructor(dataFolder: string, notice: (text: string) => void) {
    this.#path = join(dataFolder, FILE);
    this.#notice = notice;
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
    this.#write();
  }

  #write(): void {
    clearTimeout(this.#retry);
    try {
      this.#put();
      if (this.#isBehind) this.#notice('the list of processes is written again');
      this.#isBehind = false;
    } catch (error) {
      if (!this.#isBehind) {
        this.#notice(`the list of processes was not written: ${(error as Error).message}`);
      }
      this.#isBehind = true;
      this.#retry = setTimeout(() => this.#write(), RETRY_MS);
      this.#retry.unref();
    }
  }

  #put(): void {
    if (this.#processes.size === 0) {
      rmSync(this.#path, { force: true });
      return;
    }
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
