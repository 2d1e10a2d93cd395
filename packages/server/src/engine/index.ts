/** The engine room's door: how to send commands and how to follow what was committed. */
export { readArchivedEnd, refuseArchived } from './archive/guard.ts';
export * from './audit/index.ts';
export { connectEngine, type EngineClient } from './client.ts';
export { createEngineHandlers, createTradingControl } from './operator.ts';
export { readLastWord } from './operator-mode.ts';
export {
  SubmitRefusal,
  type Bus,
  type BusReader,
  type Clock,
  type CommittedBatch,
  type Disk,
  type EngineClock,
  type EngineMode,
  type EngineStatus,
  type Intent,
  type IntentMark,
  type Journal,
  type JournalBatch,
  type JournalHead,
  type JournalRow,
  type Outbox,
  type Outcome,
  type Submit,
  type SubmitTrouble,
  type Unsubscribe,
} from './ports.ts';
export { readStep } from './read-step.ts';
