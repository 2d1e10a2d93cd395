// How long an engine's process that has just begun takes to read its journal: the real program,
// whose code no command has run through but those of its warming. Used by durable.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineNodeOptions } from '@isobath/core/compiler-options';
import { type ChildMessage, type ParentMessage, WAITS_TO_BEGIN } from '../../base/process/child.ts';
import type { MeasuredFixture } from './measured-writer.ts';

const program = join(import.meta.dirname, '../process.ts');
/** It loads its code and warms up meanwhile, as while the database starts. */
const PREPARES_MS = 10_000;

/** What a start came to. */
export interface ColdStart {
  readonly commands: number;
  /** From the word to begin until it takes commands. */
  readonly ms: number;
}

/** Resolves when it takes commands, with its own words about its start. @errors when it ends. */
function waitUntilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'ready') resolve(message.detail ?? '');
      if (message.kind === 'refused') reject(new Error(message.line));
    });
    child.once('exit', (code) => reject(new Error(`the engine ended with ${code}`)));
  });
}

/** Start an engine on a journal of which no snapshot was kept. @errors when it does not start. */
export async function measureColdStart({ folder, url }: MeasuredFixture): Promise<ColdStart> {
  const child = spawn(process.execPath, [...engineNodeOptions, program, WAITS_TO_BEGIN], {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = waitUntilReady(child);
  ready.catch(() => {});
  const publish = (kind: ParentMessage['kind']) => child.send({ kind });
  try {
    await Promise.race([ready, sleep(PREPARES_MS)]);
    const from = performance.now();
    publish('begin');
    const detail = await ready;
    const ms = performance.now() - from;
    const commands = Number(/(\d+) replayed/.exec(detail)?.[1]);
    if (!(commands > 0)) throw new Error(`the engine replayed nothing: ${detail}`);
    return { commands, ms };
  } finally {
    if (child.exitCode === null) {
      const gone = once(child, 'exit');
      publish('stop');
      await gone;
    }
  }
}
