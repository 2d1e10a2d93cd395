// The back office's page on the one HTTP server: one document for every address below /admin, and
// the files of its build. Its policy is stricter than the site's: nothing inline, nothing from
// elsewhere, no frame, no form that leaves. Not its calls (products/office).
// Mounted by the edge's process.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openAssets } from './assets.ts';

/** What the console needs of the process. */
export interface MountConsoleOptions {
  /** True for paths of calls: an unknown one is `answerUnknownCall`'s. */
  readonly isCallPath: (path: string) => boolean;
  readonly answerUnknownCall: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** The build folder of admin; left out, the one of this checkout. */
  readonly folder?: string;
}

const PREFIX = '/admin';
const buildFolder = fileURLToPath(new URL('../../../admin/build', import.meta.url));

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Positions of pop-ups are attributes of elements.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Mount the console.
 *
 * @throws when it was not built: `npm start` builds it first.
 */
export function mountConsole(app: FastifyInstance, options: MountConsoleOptions): void {
  const folder = options.folder ?? buildFolder;
  const document = readFileSync(join(folder, 'client', 'index.html'), 'utf8');
  const sendAsset = openAssets(folder);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { pathname } = new URL(request.url, 'http://pages.invalid');
    if (options.isCallPath(pathname)) return options.answerUnknownCall(request, reply);
    if (await sendAsset(pathname.slice(PREFIX.length), request, reply)) return reply;
    reply.header('content-security-policy', policy);
    reply.header('cache-control', 'no-store');
    reply.header('x-robots-tag', 'noindex');
    return reply.type('text/html; charset=utf-8').send(document);
  }

  for (const url of [PREFIX, `${PREFIX}/*`]) app.route({ method: 'GET', url, handler: answer });
}
