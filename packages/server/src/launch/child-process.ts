// One child of the launcher: started, watched, started again, stopped.
// It does not know what the child does, nor the order of children (launcher.ts does).
// Called by launcher.ts. The child's side is base/process/child.ts.

import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildMessage, type ParentMessage, WAITS_TO_BEGIN } from '../base/process/child.ts';
import { describeFailure, EXIT, Refusal, type ExitCode } from '../base/process/exit.ts';
import { openLog } from '../base/process/open-log.ts';
import { type CompanionPlan, endTogether, startCompanion, waitForEnd } from './companion.ts';

/** What to start. */
export interface ChildPlan {
  /** One word; names the process, its log and its line in the list of processes. */
  readonly role: string;
  /** The module that calls runChild. */
  readonly entry: URL;
  /** Switches for Node. */
  readonly nodeOptions?: readonly string[];
  /** What its environment has beyond that of all children. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A program that lives and ends with it. */
  readonly companion?: CompanionPlan;
  /**
   * Of a child that nobody waits for: what must be there before its first start.
   * @returns whether it is to be started at all; the signal is aborted when everything stops.
   */
  readonly prepare?: (signal: AbortSignal) => Promise<boolean>;
}

/** Where a program writes, and who hears that it runs. */
interface Watch {
  /** File that its output is appended to. */
  readonly logFile: string;
  readonly onStart: (pid: number) => void;
  readonly onEnd: () => void;
}

/** What a child needs from the launcher. */
export interface ChildSurroundings extends Watch {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of its companion. */
  readonly companion?: Watch;
  /** Told in words when the child ended unasked, and when it is back. */
  readonly notice: (text: string) => void;
  /** Told when it cannot be brought back: everything must stop. */
  readonly onHopeless: (refusal: Refusal) => void;
}

/** MiB: what a start loads is new all at once, and would be moved about in less. */
const ROOM_FOR_MODULES = '--min-semi-space-size=16';

/** A child under supervision. */
export interface SupervisedChild {
  readonly role: string;
  /**
   * Have it begin its work, and keep it running from then on; to be called once.
   * @param report - gets the child's words of progress until it is ready.
   * @returns the child's own word about its start.
   * @errors the child's Refusal when its first start is refused or fails.
   */
  begin(report: (text: string) => void): Promise<string>;
  /** Number of the running process, 0 when there is none at the moment. */
  readonly pid: number;
  /** Tell it to stop and wait; killed when it takes too long. May be called again. */
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 8_000;
const BACKOFF_MS = [50, 200, 500, 1_000, 2_000, 5_000];
const CALM_AFTER_MS = 60_000;

/** Refusals that waiting may cure: the database is restarting, a port is still held. */
const PASSING: readonly number[] = [EXIT.failed, EXIT.database, EXIT.inUse];

interface Life {
  readonly child: ChildProcess;
  /** The child's word when it is ready; rejects with its refusal or its end. */
  readonly ready: Promise<string>;
  readonly ended: Promise<void>;
  /** What it said before it went, if it refused. */
  refusal: Refusal | undefined;
}

/** Have a child load its code, which is most of its start: it does nothing until it begins. */
export function superviseChild(plan: ChildPlan, surroundings: ChildSurroundings): SupervisedChild {
  let said = '';
  let report = (text: string): void => void (said = text);
  const first = launch(plan, { ...surroundings, report: (text) => report(text), waits: true });
  const state = { life: first, isStopping: false };
  let stopping: Promise<void> | undefined;
  return {
    role: plan.role,
    begin: async (reportTo) => {
      report = reportTo;
      if (said !== '') report(said);
      publish(first.child, 'begin');
      try {
        const detail = await first.ready;
        void keepRunning({ plan, surroundings, state });
        return detail;
      } catch (error) {
        await endLife(first);
        throw error;
      }
    },
    get pid() {
      return state.life.child.exitCode === null ? (state.life.child.pid ?? 0) : 0;
    },
    stop: () => {
      state.isStopping = true;
      return (stopping ??= endLife(state.life));
    },
  };
}

/** Start a child that nobody waits for, once it is prepared, and keep it running. */
export function startChild(
  plan: ChildPlan,
  surroundings: ChildSurroundings,
): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let state: Keeping['state'] | undefined;
  async function begin(): Promise<void> {
    const isWanted = (await plan.prepare?.(stopping.signal)) ?? true;
    if (!isWanted || stopping.signal.aborted) return;
    const life = launch(plan, { ...surroundings, report: () => {}, waits: false });
    state = { life, isStopping: false };
    void keepRunning({ plan, surroundings, state });
  }
  const begun = begin().catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    surroundings.notice(`${plan.role} was not started: ${describeFailure(error).line}`);
  });
  return {
    stop: async () => {
      stopping.abort();
      await begun;
      if (state === undefined) return;
      state.isStopping = true;
      await endLife(state.life);
    },
  };
}

interface Keeping {
  readonly plan: ChildPlan;
  readonly surroundings: ChildSurroundings;
  readonly state: { life: Life; isStopping: boolean };
}

async function keepRunning({ plan, surroundings, state }: Keeping): Promise<void> {
  let failures = 0;
  let readyAtMs = performance.now();
  for (;;) {
    await state.life.ended;
    if (state.isStopping) return;
    if (performance.now() - readyAtMs > CALM_AFTER_MS) failures = 0;
    const { refusal } = state.life;
    if (refusal && !PASSING.includes(refusal.exitCode)) {
      surroundings.onHopeless(refusal);
      return;
    }
    if (failures === 0) surroundings.notice(`${plan.role} ended unasked, starting it again`);
    await sleep(BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)]);
    if (state.isStopping) return;
    failures += 1;
    try {
      state.life = launch(plan, { ...surroundings, report: () => {}, waits: false });
    } catch (error) {
      // No memory, no number left: the machine may have them again later.
      surroundings.notice(`${plan.role} was not started: ${describeFailure(error).line}`);
      continue;
    }
    const isReady = await state.life.ready.then(
      () => true,
      () => false,
    );
    if (!isReady) continue;
    readyAtMs = performance.now();
    surroundings.notice(`${plan.role} is back`);
  }
}

interface Launch extends ChildSurroundings {
  readonly report: (text: string) => void;
  readonly waits: boolean;
}

function launch(plan: ChildPlan, { report, waits, ...surroundings }: Launch): Life {
  const log = openLog(surroundings.logFile);
  const companion =
    plan.companion && surroundings.companion
      ? startCompanion(plan.companion, surroundings.companion)
      : undefined;
  const child = spawn(
    process.execPath,
    [
      `--title=isobath-${plan.role}`,
      ROOM_FOR_MODULES,
      // The child writes them to its log itself.
      '--no-warnings',
      ...(plan.nodeOptions ?? []),
      fileURLToPath(plan.entry),
      ...(waits ? [WAITS_TO_BEGIN] : []),
    ],
    {
      env: { ...surroundings.environment, ...plan.environment },
      stdio: ['ignore', log, log, ...(companion === undefined ? [] : [companion.pipe]), 'ipc'],
    },
  );
  // Theirs alone: when one of them is gone, the other sees the end of it.
  companion?.pipe.destroy();
  if (log === 'ignore') surroundings.notice(`${plan.role} runs without a log: it cannot be opened`);
  else closeSync(log);
  if (child.pid !== undefined) surroundings.onStart(child.pid);
  const childEnded = waitForEnd(child);
  const ended = companion === undefined ? childEnded : endTogether([child, companion.child]);
  const ready = new Promise<string>((resolve, reject) => {
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'progress') report(message.text);
      if (message.kind === 'ready') resolve(message.detail ?? '');
      if (message.kind !== 'refused') return;
      life.refusal = new Refusal(message.exitCode as ExitCode, message.line);
    });
    void ended.then(() =>
      reject(
        life.refusal ??
          new Refusal(
            EXIT.failed,
            `The ${plan.role} ended at its start: see ${surroundings.logFile}.`,
          ),
      ),
    );
  });
  // Nobody waits for a restarted child's word when everything stops meanwhile.
  ready.catch(() => {});
  void childEnded.then(surroundings.onEnd);
  const life: Life = { child, ready, ended, refusal: undefined };
  return life;
}

function publish(child: ChildProcess, kind: ParentMessage['kind']): void {
  const message: ParentMessage = { kind };
  if (child.connected) child.send(message, () => {});
}

async function endLife({ child, ended }: Life): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return ended;
  publish(child, 'stop');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}
