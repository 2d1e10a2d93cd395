// The two commands nobody sends but the writer itself. Used by sequencer.ts and process/engine.ts.
import {
  CommandKind,
  Source,
  type BeginEra,
  type CommandEnvelope,
  type OwnerId,
  type PassTime,
  unkeyed,
} from '@isobath/core';

function makeEnvelope(atMs: number): CommandEnvelope {
  return {
    actorId: 1 as OwnerId,
    sessionId: 0,
    source: Source.system,
    issuedAtMs: atMs,
    ...unkeyed,
  };
}

/** Let core time pass, so that due timers fire. */
export function passTime(atMs: number): PassTime {
  return { ...makeEnvelope(atMs), kind: CommandKind.time };
}

/** Name the rules of what follows. */
export function beginEra(atMs: number, rulesVersion: number): BeginEra {
  return { ...makeEnvelope(atMs), kind: CommandKind.beginEra, rulesVersion };
}
