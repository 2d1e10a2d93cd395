// The files of a browser's bundle in smaller forms: made once, by whoever builds it, and read by
// whoever serves it. Packed at first need instead, each server's first visitor waits seconds.
// Not the choice between forms (pages/assets.ts).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A form, by its name in `accept-encoding`. */
export type Encoding = 'br' | 'gzip';

/** The smallest form first. */
export const encodings: readonly Encoding[] = ['br', 'gzip'];

const packable = new Set(['.css', '.js', '.json', '.svg']);
const precompressedFromBytes = 1024;
/** The smallest, and quicker than nine, which clears large tables for each file. */
const brotliQuality = 11;
const gzipLevel = 9;

const packGzip = promisify(gzip);
const packBrotli = promisify(brotliCompress);

function pack(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return packGzip(body, { level: gzipLevel });
  return packBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
}

/** Where the form of a file lies: below a folder of its own, so that the bundle stays as built. */
export function precompressedPath(
  precompressedFolder: string,
  name: string,
  encoding: Encoding,
): string {
  return join(precompressedFolder, `${name}.${encoding}`);
}

/**
 * Pack every file below a folder that gets smaller by it.
 *
 * @param precompressedFolder - emptied first.
 * @errors an AbortError when the signal is aborted meanwhile.
 */
export async function packFiles(
  folder: string,
  precompressedFolder: string,
  signal: AbortSignal,
): Promise<void> {
  rmSync(precompressedFolder, { recursive: true, force: true });
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && packable.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const packFile = async (file: string) => {
    const body = readFileSync(file);
    if (body.length < precompressedFromBytes) return;
    const name = file.slice(folder.length);
    mkdirSync(join(precompressedFolder, dirname(name)), { recursive: true });
    for (const encoding of encodings) {
      const precompressed = await pack(body, encoding);
      // All are under way at once: the first that is done ends it.
      signal.throwIfAborted();
      writeFileSync(precompressedPath(precompressedFolder, name, encoding), precompressed);
    }
  };
  await Promise.all(files.map(packFile));
}
