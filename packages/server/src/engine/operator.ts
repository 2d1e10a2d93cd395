// The operator's questions to a running engine, answered over its socket. Those that need the whole
// journal (verify, solvency, dump, hash of the past) are answered by audit/ in the tool's own
// process. Registered by the edge's process.
import type { Command } from '@isobath/core';
import type { TradingControl } from '../base/modules/index.ts';
import type { OperatorHandlers } from '../base/operator/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { refuse } from '../base/product/index.ts';
import type { EngineClient } from './client.ts';
import { SubmitRefusal, type EngineStatus } from './ports.ts';

/** Handlers for the operator's socket. */
export function createEngineHandlers(client: EngineClient): OperatorHandlers {
  const show = (status: EngineStatus) => ({ ...status });
  return {
    'engine.status': async () => show(await client.readStatus()),
    'engine.halt': async ({ reason }) =>
      show(await client.ask<EngineStatus>('halt', reason === undefined ? {} : { reason })),
    'engine.cancelOnly': async ({ reason }) =>
      show(await client.ask<EngineStatus>('cancel-only', reason === undefined ? {} : { reason })),
    'engine.resume': async () => show(await client.ask<EngineStatus>('resume')),
    'engine.closeEra': () => client.ask('close-era'),
    'engine.hash': () => client.ask('hash'),
    'engine.submit': async ({ command }) => {
      const outcome = await submitOrRefuse(client, readCommand(command));
      return {
        isHeld: outcome.code === 0,
        ...outcome,
        events: outcome.events.map((event) => showAmounts(event)),
      };
    },
  };
}

/** Stops and starts trading for operators of the back office. */
export function createTradingControl(engine: EngineClient): TradingControl {
  /** @errors halted when it is away for certain, before it was asked. */
  const ask = <TAnswer>(name: string, parameters: Record<string, unknown> = {}) => {
    if (!engine.isConnected) throw refuse('halted', { trouble: 'not_connected' });
    return engine.ask<TAnswer>(name, parameters);
  };
  return {
    halt: (reason) => engine.ask<EngineStatus>('halt', { reason }),
    allowCancelsOnly: (reason) => engine.ask<EngineStatus>('cancel-only', { reason }),
    readHaltNumber: async () => (await ask<{ number: number }>('operator-mode')).number,
    resume: async (haltNumber) =>
      ask<EngineStatus & { isAnother?: boolean }>('resume', { number: haltNumber }),
  };
}

async function submitOrRefuse(client: EngineClient, command: Command) {
  try {
    return await client.submit(command);
  } catch (error) {
    if (!(error instanceof SubmitRefusal)) {
      throw new Refusal(EXIT.usage, `That is no command: ${(error as Error).message}`, error);
    }
    throw new Refusal(EXIT.failed, `${error.message} (code ${error.code}).`, error);
  }
}

/** A command from JSON, where amounts are text. */
function readCommand(shape: Record<string, unknown>): Command {
  const text = JSON.stringify(shape);
  return JSON.parse(text, (name, value: unknown) =>
    /Units(Min|Max)?$/.test(name) && typeof value === 'string' && /^\d+$/.test(value)
      ? BigInt(value)
      : value,
  ) as Command;
}

/** Any event or command as JSON can carry it: amounts as text. */
export function showAmounts(shape: object): Record<string, unknown> {
  const entries = Object.entries(shape).map(([name, value]) => [name, showValue(value)]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function showValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(showValue);
  return typeof value === 'object' && value !== null ? showAmounts(value) : value;
}
