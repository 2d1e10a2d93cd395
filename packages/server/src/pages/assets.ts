// The files of the browser's bundle, read once and served from memory, packed at first need. Not
// here: pages. Nothing outside the build folder can be reached: names are looked up, not opened.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const packable = new Set(['.css', '.js', '.json', '.svg']);
const packedFromBytes = 1024;
/** The smallest, and quicker than nine, which clears large tables for each file. */
const brotliQuality = 11;
/** Each file is packed once, so it may take its time. */
const gzipLevel = 9;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

interface Asset {
  readonly body: Buffer;
  readonly type: string;
  readonly isPackable: boolean;
  readonly packed: Map<string, Promise<Buffer>>;
}

function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const extension = extname(entry.name);
    const type = types[extension];
    if (type === undefined) continue;
    const body = readFileSync(file);
    const isPackable = packable.has(extension) && body.length >= packedFromBytes;
    assets.set(file.slice(folder.length), { body, type, isPackable, packed: new Map() });
  }
  return assets;
}

function pack(asset: Asset, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const known = asset.packed.get(encoding);
  if (known !== undefined) return known;
  const packed: Promise<Buffer> =
    encoding === 'gzip'
      ? packGzip(asset.body, { level: gzipLevel })
      : packBrotli(asset.body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
  asset.packed.set(encoding, packed);
  return packed;
}

/** The best packing a request accepts, or none. */
export function chooseEncoding(request: FastifyRequest): 'br' | 'gzip' | '' {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : '';
}

/**
 * Open the files of a build.
 *
 * @returns answers a request for a file, or false when there is no such file. Files below
 *   `/assets/` carry their hash in their name and may be kept for ever.
 */
export function openAssets(
  folder: string,
): (path: string, request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const assets = readAssets(folder);
  return async (path, request, reply) => {
    const asset = assets.get(path);
    if (asset === undefined) return false;
    const isHashed = path.startsWith('/assets/');
    reply.header('content-type', asset.type);
    reply.header('vary', 'accept-encoding');
    reply.header(
      'cache-control',
      isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    );
    const encoding = asset.isPackable ? chooseEncoding(request) : '';
    if (encoding !== '') reply.header('content-encoding', encoding);
    await reply.send(encoding === '' ? asset.body : await pack(asset, encoding));
    return true;
  };
}
