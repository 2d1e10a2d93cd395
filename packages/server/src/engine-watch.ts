// What the engine's mode is, asked once a second, so that answers about it need no waiting.
// It sends no command. Kept by the edge process.

import type { EngineClient, EngineStatus } from './engine/index.ts';

/** The engine's state as it was at most a second ago. */
export interface EngineWatch {
  /** undefined while no engine answers. */
  readStatus(): EngineStatus | undefined;
  /** `halted` with the reason `recovering` while no engine answers. */
  readonly readMode: () => { mode: string; reason: string };
  close(): void;
}

const LOOK_EVERY_MS = 1_000;

/**
 * Start to watch.
 * @param onChange - told when mode or reason became another one.
 */
export function watchEngine(engine: EngineClient, onChange: () => void): EngineWatch {
  let status: EngineStatus | undefined;
  const readMode = () =>
    status === undefined
      ? { mode: 'halted', reason: 'recovering' }
      : { mode: status.mode, reason: status.reason };
  const look = async () => {
    const before = readMode();
    status = await engine.readStatus().catch(() => undefined);
    const after = readMode();
    if (before.mode !== after.mode || before.reason !== after.reason) onChange();
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return { readStatus: () => status, readMode, close: () => clearInterval(timer) };
}
