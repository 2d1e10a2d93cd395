// The life of a process that the launcher started: report ready, stop when told, end with it.
// It starts no process (launch/ does). Called by the entry file of every child.
// The parent speaks over the ipc channel; signals of the terminal reach the whole group at once
// and are left to the parent, who knows the order.

import { flushCompileCache } from 'node:module';
import { log, reportError } from '../log/index.ts';
import { describeFailure } from './exit.ts';
import { allowLostWords } from './lossy-words.ts';

/** What a child tells its parent. */
export type ChildMessage =
  | { readonly kind: 'ready'; readonly detail?: string }
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'refused'; readonly exitCode: number; readonly line: string };

/** What a parent tells its child. */
export interface ParentMessage {
  readonly kind: 'begin' | 'stop';
}

/** Among the words of its command: a child loads its code and waits until it is told to begin. */
export const WAITS_TO_BEGIN = 'waits-to-begin';

/** What a start hands back: how to stop, and a word for the progress line. */
export interface RunningChild {
  readonly stop: () => Promise<void>;
  readonly detail?: string;
  /** Resolves or rejects when the work ends by itself, which is a failure of this process. */
  readonly ended?: Promise<unknown>;
}

const STOP_WITHIN_MS = 15_000;

function publish(message: ChildMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

/** Shows progress. */
type Report = (text: string) => void;

/**
 * Run a child's work until its parent says stop or is gone, then exit.
 * @param start - gets a function that shows progress, and what was prepared; a Refusal becomes the
 *   process's exit code.
 * @param prepare - done before the child is told to begin: it may touch nothing but memory.
 */
export function runChild<TPrepared = undefined>(
  start: (report: Report, prepared: TPrepared) => Promise<RunningChild>,
  prepare?: (report: Report) => TPrepared | Promise<TPrepared>,
): void {
  allowLostWords();
  let running: RunningChild | undefined;
  let isStopping = false;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  if (!process.argv.includes(WAITS_TO_BEGIN)) begin();
  const finish = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(code || 1), STOP_WITHIN_MS).unref();
    try {
      await running?.stop();
    } catch (error) {
      reportError(error);
      process.exit(1);
    }
    process.exit(code);
  };
  // What Node would print as it pleases is a line like any other.
  process.on('warning', (warning) => log.warn(warning.message, { error: warning }));
  process.on('uncaughtException', (error) => {
    reportError(error);
    process.exit(1);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Without a parent (run by hand) a signal is the only way to stop.
    process.on(signal, () => void (process.send ? undefined : finish(0)));
  }
  process.on('message', (message: ParentMessage) => {
    if (message.kind === 'begin') begin();
    else void finish(0);
  });
  process.on('disconnect', () => void finish(0));
  const report = (text: string) => publish({ kind: 'progress', text });
  const startUp = async () => {
    const prepared = (await prepare?.(report)) as TPrepared;
    await begun;
    return start(report, prepared);
  };
  const startedUp = startUp();
  startedUp.then(
    (started) => {
      running = started;
      log.info('ready', started.detail === undefined ? {} : { detail: started.detail });
      publish({
        kind: 'ready',
        ...(started.detail === undefined ? {} : { detail: started.detail }),
      });
      // A process that is killed later could not keep its prepared code any more.
      flushCompileCache();
      started.ended?.then(
        () => finish(1),
        (error: unknown) => {
          if (!isStopping) reportError(error);
          void finish(1);
        },
      );
    },
    (error: unknown) => {
      const { exitCode, line } = describeFailure(error);
      if (exitCode < 64) reportError(error);
      else log.error(line, { exitCode });
      publish({ kind: 'refused', exitCode, line });
      // The message must be out before the channel closes.
      setTimeout(() => process.exit(exitCode), 20);
    },
  );
}
