// The files of the browser's bundle, read once and served from memory, in the smallest form that a
// request accepts (base/precompressed). Not here: pages. Nothing outside the build folder can be
// reached: names are looked up, not opened.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodings, precompressedPath } from '../base/precompressed/index.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const accepts: Readonly<Record<Encoding, RegExp>> = { br: /\bbr\b/, gzip: /\bgzip\b/ };

interface Asset {
  readonly body: Buffer;
  readonly type: string;
  readonly precompressed: ReadonlyMap<Encoding, Buffer>;
}

function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  const clientFolder = join(folder, 'client');
  for (const entry of readdirSync(clientFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const type = types[extname(entry.name)];
    if (type === undefined) continue;
    const name = file.slice(clientFolder.length);
    const precompressed = new Map<Encoding, Buffer>();
    for (const encoding of encodings) {
      const path = precompressedPath(join(folder, 'packed'), name, encoding);
      if (existsSync(path)) precompressed.set(encoding, readFileSync(path));
    }
    assets.set(name, { body: readFileSync(file), type, precompressed });
  }
  return assets;
}

/** The best packing a request accepts, or none. */
export function chooseEncoding(request: FastifyRequest): Encoding | '' {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return encodings.find((encoding) => accepts[encoding].test(accepted)) ?? '';
}

/**
 * Open the files of a build.
 *
 * @param folder - of the build: `client` has the files, `packed` their smaller forms.
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
    const encoding = chooseEncoding(request);
    const precompressed = encoding === '' ? undefined : asset.precompressed.get(encoding);
    if (precompressed !== undefined) reply.header('content-encoding', encoding);
    await reply.send(precompressed ?? asset.body);
    return true;
  };
}
