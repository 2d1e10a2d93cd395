// Loaded before the signer's program (`--import`): kills the process at one place between the call
// and its answer, as a power cut would. For tests alone.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

/** `write:BYTES`, `written` or `answer:BYTES`, and after how many entries of the log. */
const [place = '', after = '0'] = (process.env.ISOBATH_TEST_DIE_AT ?? '').split('@');
const [where = '', bytes = ''] = place.split(':');
const { writeSync } = fs;
let entries = 0;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

const isDue = () => entries > Number(after);

fs.writeSync = ((file: number, data: Buffer, at = 0): number => {
  entries += 1;
  if (where === 'write' && isDue()) {
    writeSync(file, data, at, Math.min(Number(bytes), data.length));
    die();
  }
  const done = writeSync(file, data, at);
  if (where === 'written' && isDue()) die();
  return done;
}) as typeof fs.writeSync;

const { write } = Socket.prototype;
Socket.prototype.write = function writeOrDie(this: Socket, ...given: unknown[]): boolean {
  const [data] = given as [Buffer];
  if (where !== 'answer' || !isDue()) return Reflect.apply(write, this, given) as boolean;
  return Reflect.apply(write, this, [data.subarray(0, Number(bytes)), die]) as boolean;
} as typeof write;

syncBuiltinESMExports();
