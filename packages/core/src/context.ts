// What the floors of the engine hand to each other and to the products: one object, made once.
// Not here: any rule. Whoever needs a part on a hot path takes it into a const of its own factory.
// Made by engine.ts, given to createX(context) of the modules with commands.
import type { Command } from './command.ts';
import type { EventBuffer } from './event-buffer.ts';
import type { Instruments } from './instruments/instruments.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Memory } from './memory.ts';
import type { Refusal } from './refusal.ts';
import type { EngineSizes } from './sizes.ts';
import type { Timers } from './timers.ts';

/** Words of `step`: the command at hand. */
export const StepWord = { sequence: 0, atMs: 1, rulesVersion: 2 } as const;

/** The parts of one engine. */
export interface CoreContext {
  readonly sizes: EngineSizes;
  readonly memory: Memory;
  /** The scratch array (scratch.ts). */
  readonly scratch: Float64Array;
  /** Sequence and core time of the step at hand (StepWord). */
  readonly step: Float64Array;
  readonly events: EventBuffer;
  readonly refusal: Refusal;
  readonly ledger: Ledger;
  readonly instruments: Instruments;
  readonly timers: Timers;
}

/**
 * Does one command whose envelope is checked: all checks first, then effects and events.
 *
 * @returns 0 when applied; the code of `refusal.refuse(...)` when refused, and then nothing has
 *   changed and no event was written.
 */
export type Handler<TCommand extends Command = Command> = (command: TCommand) => number;

/** The handlers of a module, by the name of the command's kind. */
export type Handlers<TName extends keyof typeof import('./command.ts').CommandKind> = {
  readonly [TKey in TName]: Handler<
    Extract<Command, { readonly kind: typeof import('./command.ts').CommandKind[TKey] }>
  >;
};

/** Takes one line of the state dump, without its line end. */
export type WriteLine = (line: string) => void;
