// Files of an archived part: lines of text, compressed by gzip, each file with a hash over its
// bytes. What is written is on the disk when this says so. It knows no row. Used by this room.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ArchiveFile } from './manifest.ts';

const PRIVATE = 0o600;
/** More than this at once costs time and saves little room: events come compressed. */
const LEVEL = 4;

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Write lines to a file; it is on the disk when this resolves. A file of that name is replaced. */
export async function writeLines(
  path: string,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<ArchiveFile> {
  const hash = createHash('sha256');
  const counted = { bytes: 0, lines: 0 };
  async function* end() {
    for await (const line of lines) {
      counted.lines += 1;
      yield `${line}\n`;
    }
  }
  async function* count(compressed: AsyncIterable<Buffer>) {
    for await (const bytes of compressed) {
      hash.update(bytes);
      counted.bytes += bytes.length;
      yield bytes;
    }
  }
  const output = createWriteStream(path, { mode: PRIVATE });
  await pipeline(end, createGzip({ level: LEVEL }), count, output);
  await syncToDisk(path);
  return { name: basename(path), ...counted, hash: hash.digest('hex') };
}

/** Write a small text so that the file is there whole or not at all, and on the disk. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`;
  const handle = await open(fresh, 'w', PRIVATE);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, path);
  await syncToDisk(dirname(path));
}

/** Have the names in a folder, and its own name, on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  await syncToDisk(folder);
  await syncToDisk(dirname(folder));
}

/** Lines of a file, one in memory at a time. @errors when it is no such file or cut short. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const reading = pipeline(createReadStream(path), unpacked);
  // What goes wrong ends the reading of what is unpacked; here it would be told a second time.
  reading.catch(() => {});
  let begun: Buffer[] = [];
  for await (const bytes of unpacked as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      begun.push(bytes.subarray(from, end));
      yield (begun.length === 1 ? begun[0] : Buffer.concat(begun)).toString('utf8');
      begun = [];
      from = end + 1;
    }
    if (from < bytes.length) begun.push(bytes.subarray(from));
  }
  if (begun.length > 0) throw new RangeError(`${path} ends within a line`);
}

/** What is wrong with a file, undefined when it is the one that was written. */
export async function checkFile(folder: string, file: ArchiveFile): Promise<string | undefined> {
  const path = join(folder, file.name);
  const hash = createHash('sha256');
  try {
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) hash.update(bytes);
  } catch (error) {
    return `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  return hash.digest('hex') === file.hash ? undefined : `${path} was changed`;
}
