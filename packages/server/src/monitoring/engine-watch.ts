// What the engine's mode is, asked once a second, so that answers about it need no waiting.
// It sends no command. Kept by the edge process.

import type { EngineClient, EngineStatus } from '../engine/index.ts';

/** The engine's state as it was at most a second ago. */
export interface EngineWatch {
  /** undefined while no engine answers. */
  readStatus(): EngineStatus | undefined;
  /**
   * `halted` with the reason `recovering` while no engine answers; `maintenance` while an operator
   * has closed everything and the engine itself is well.
   */
  readonly readMode: () => { mode: string; reason: string };
  close(): void;
}

const LOOK_EVERY_MS = 1_000;
/** An engine that stands still answers nothing and refuses nothing: silence counts as no engine. */
const SILENT_AFTER_MS = 3_000;

/** What is watched beside the engine, and who is told. */
export interface WatchOptions {
  readonly isMaintained: () => boolean;
  /** Told when mode or reason became another one. */
  readonly onChange: () => void;
}

/** Start to watch. */
export function watchEngine(
  engine: EngineClient,
  { isMaintained, onChange }: WatchOptions,
): EngineWatch {
  let status: EngineStatus | undefined;
  const readMode = () => {
    if (status === undefined) return { mode: 'halted', reason: 'recovering' };
    const { mode, reason } = status;
    return mode === 'normal' && isMaintained()
      ? { mode: 'maintenance', reason: 'operator' }
      : { mode, reason };
  };
  const take = (next: EngineStatus | undefined) => {
    const before = readMode();
    status = next;
    const after = readMode();
    if (before.mode !== after.mode || before.reason !== after.reason) onChange();
  };
  /** When the question under way was asked; one at a time. */
  let requestedAtMs = 0;
  const look = () => {
    const nowMs = performance.now();
    if (requestedAtMs !== 0) {
      if (nowMs - requestedAtMs >= SILENT_AFTER_MS) take(undefined);
      return;
    }
    requestedAtMs = nowMs;
    const end = (next: EngineStatus | undefined) => {
      requestedAtMs = 0;
      take(next);
    };
    engine.readStatus().then(end, () => end(undefined));
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return { readStatus: () => status, readMode, close: () => clearInterval(timer) };
}
