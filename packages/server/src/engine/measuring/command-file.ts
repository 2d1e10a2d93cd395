// The commands that a measured run sends, as a file: for each its length, then its bytes. Whoever
// makes it (packages/bench) numbers orders ahead, so that cancels name what is open.
// Read by durable.ts.
import { readFileSync } from 'node:fs';

const LENGTH_BYTES = 4;

/** Read every command's bytes; they share one buffer. */
export function readCommandFile(path: string): readonly Uint8Array[] {
  const bytes = readFileSync(path);
  const commands: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const from = at + LENGTH_BYTES;
    at = from + bytes.readUInt32LE(at);
    commands.push(bytes.subarray(from, at));
  }
  return commands;
}
