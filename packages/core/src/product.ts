// What a product that adds commands to trading owes the engine. Not here: any product.
// Implemented by products/<name>, called by engine.ts, capacity.ts, dump.ts.
import type { Command } from './command.ts';
import type { Handler, Handlers, WriteLine } from './context.ts';

/** The spot product of one engine, as the engine sees it. */
export interface SpotProduct {
  readonly handlers: Handlers<'closeOutDust'>;
  readonly capacity: {
    /** Close-outs of the day of the core time. */
    readonly countCloseOuts: () => number;
    readonly closeOutsMax: number;
  };
  /** Section 13: close-outs of the day of the core time. */
  readonly dumpCloseOuts: (writeLine: WriteLine) => void;
}

/** Any handler as the engine's table holds it. */
export type AnyHandler = Handler<Command>;
