// Pages on the one HTTP server: files of the browser's bundle, addresses put right, documents
// rendered in this process with a nonce each, and guests' documents kept for a few seconds.
// Not here: what a page shows (package web). Mounted by main.ts as the server's last handler.
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Client } from '@isobath/sdk';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, openAssets } from './assets.ts';
import { loadPages, type Pages } from './bundle.ts';

/** Who asks for a page. */
export interface PageVisitor {
  /** Asks the exchange in this process, as this visitor. */
  readonly client: Client;
  readonly isSignedIn: boolean;
  /**
   * Where they are the exchange is not offered, or in part: their pages say so, and are theirs
   * alone.
   */
  readonly isLimited: boolean;
  /** Language saved with the account, or "". */
  readonly savedLocale: string;
}

/** What pages need of the process. */
export interface MountPagesOptions {
  /** Where this installation is reached, without a slash at its end. */
  readonly origin: string;
  readonly mode: 'sandbox' | 'production';
  /** Find out who asks; may set cookies on the reply. */
  readonly identify: (
    request: FastifyRequest,
    reply: FastifyReply,
    isOfGuests?: boolean,
  ) => Promise<PageVisitor>;
  /** True for paths of calls: an unknown one is `answerUnknownCall`'s. */
  readonly isCallPath: (path: string) => boolean;
  readonly answerUnknownCall: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /**
   * Look up who asks, before anything is counted. @param isOfGuests - nobody need be signed in:
   *   when no look-up is left it is a guest.
   */
  readonly lookUp: (request: FastifyRequest, isOfGuests: boolean) => Promise<unknown>;
  /**
   * Count a page for its caller. @param weight - 1 = 10 ms of work.
   * @returns after how many milliseconds to try again, 0 = go on.
   */
  readonly takePage: (request: FastifyRequest, weight: number) => number;
  /** After how long to try again, of an error that says that somebody asked for too much. */
  readonly readWaitMs: (error: unknown) => number | undefined;
  /** Whether the exchange is closed, and until when. */
  readonly readMaintenance: () => { readonly isOn: boolean; readonly endsAtMs: number };
  /** Told of pages that failed; the visitor gets the plain 500 page. */
  readonly report: (error: unknown, requestId: string) => void;
}

const keptMs = 5_000;
const keptCountMax = 500;
const nonceBytes = 16;
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
const CLOSED = 503;
const TOO_MANY = 429;
const RETRY_AFTER_S = 30;
/** What a page counts as that is kept, and what rendering one (37 ms) or its data (15) adds. */
const REQUESTED_WEIGHT = 1;
const RENDER_WEIGHT = 3;
const DATA_WEIGHT = 1;
/** Pages that are there in maintenance too: how things are, and the back office. */
const OPEN_PAGE = /^\/(\w+\/status|admin(\/.*)?)$/;
/** Pages to sign in, or to freeze by a link: a session that is over keeps nobody from them. */
const GUEST_PAGE = /^\/\w+\/(login(\/forgot)?|register|freeze)(\.data)?$/;

/** The one page that may use the camera, on which documents are shown; others may not. */
const CAMERA_PAGE = /^\/\w+\/personVerified\/?$/;
const CAMERA_POLICY = 'camera=(self), microphone=(), geolocation=(), payment=()';

const buildFolder = fileURLToPath(new URL('../../../web/build', import.meta.url));

/** Nothing of others runs here: their scripts have a document of their own (outside.ts). */
function policyOf(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function sayWhenAgain(reply: FastifyReply, waitMs: number): Promise<void> {
  reply.header('retry-after', Math.ceil(waitMs / 1_000));
  await reply.code(TOO_MANY).type('text/plain').send('429');
}

/** Answer 429 to whoever has asked for too many pages. @returns whether that was so. */
async function refusesMore(
  options: MountPagesOptions,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  weight: number,
): Promise<boolean> {
  const waitMs = options.takePage(request, weight);
  if (waitMs === 0) return false;
  await sayWhenAgain(reply, waitMs);
  return true;
}

function readHints(request: FastifyRequest, options: MountPagesOptions, savedLocale: string) {
  return {
    savedLocale,
    cookieLocale: /(?:^|; )locale=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '',
    acceptLanguage: request.headers['accept-language'] ?? '',
    hasLongest: options.mode !== 'production',
  };
}

interface Document {
  readonly status: number;
  readonly html: string;
  readonly madeAtMs: number;
}

class Kept {
  private readonly documents = new Map<string, Document>();

  read(key: string, nowMs: number): Document | undefined {
    const found = this.documents.get(key);
    return found !== undefined && nowMs - found.madeAtMs < keptMs ? found : undefined;
  }

  keep(key: string, document: Document): void {
    if (this.documents.size >= keptCountMax) this.documents.clear();
    this.documents.set(key, document);
  }
}

function toRequest(url: URL, request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(url, { method: request.method, headers });
}

async function copyAnswer(answer: Response, reply: FastifyReply): Promise<void> {
  reply.code(answer.status);
  for (const [name, value] of answer.headers) reply.header(name, value);
  await reply.send(Buffer.from(await answer.arrayBuffer()));
}

/** Everything one request needs, so that its steps can be read one by one. */
interface Visit {
  readonly pages: Pages;
  readonly options: MountPagesOptions;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly url: URL;
}

async function render(visit: Visit, visitor: PageVisitor): Promise<Response> {
  const { mode, origin } = visit.options;
  const { client, isSignedIn } = visitor;
  const facts = { client, isSignedIn, mode, origin };
  return visit.pages.answer(toRequest(visit.url, visit.request), facts);
}

async function loadDocument(visit: Visit, visitor: PageVisitor): Promise<Document | Response> {
  const answer = await render(visit, visitor);
  if (!(answer.headers.get('content-type') ?? '').startsWith('text/html')) return answer;
  return { status: answer.status, html: await answer.text(), madeAtMs: performance.now() };
}

/** A document is packed anew for everybody, since each has a nonce of its own: quickly, then. */
async function pack(body: Buffer, encoding: 'br' | 'gzip' | ''): Promise<Buffer> {
  if (encoding === '') return body;
  if (encoding === 'gzip') return packGzip(body, { level: 4 });
  return packBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

async function sendDocument(visit: Visit, document: Document, placeholder: string): Promise<void> {
  const { request, reply } = visit;
  const nonce = randomBytes(nonceBytes).toString('base64url');
  const body = Buffer.from(document.html.replaceAll(placeholder, nonce));
  const encoding = chooseEncoding(request);
  reply.code(document.status);
  reply.header('content-type', 'text/html; charset=utf-8');
  reply.header('content-security-policy', policyOf(nonce));
  reply.header('cache-control', 'no-store');
  if (CAMERA_PAGE.test(visit.url.pathname)) reply.header('permissions-policy', CAMERA_POLICY);
  reply.header('vary', 'accept-encoding, accept-language, cookie');
  if (encoding !== '') reply.header('content-encoding', encoding);
  await reply.send(await pack(body, encoding));
}

/** What was built of the site, in this process's memory. */
export interface BuiltSite {
  readonly pages: Pages;
  /** Stands in documents where their nonce belongs. */
  readonly placeholder: string;
  readonly sendAsset: ReturnType<typeof openAssets>;
}

/**
 * Read what was built of the site; it takes 0.4 s and needs nothing else that runs.
 *
 * @throws when the pages were not built: `npm start` builds them first.
 */
export async function readSite(): Promise<BuiltSite> {
  return { ...(await loadPages(buildFolder)), sendAsset: openAssets(buildFolder) };
}

/** Mount the pages as the last handler of the server. */
export function mountPages(
  app: FastifyInstance,
  { pages, placeholder, sendAsset }: BuiltSite,
  options: MountPagesOptions,
): void {
  const kept = new Kept();

  async function answerPage(visit: Visit): Promise<void> {
    const { request, reply, url } = visit;
    const visitor = await options.identify(request, reply, GUEST_PAGE.test(url.pathname));
    if (url.pathname.endsWith('.data')) {
      if (await refusesMore(options, visit, DATA_WEIGHT)) return;
      reply.header('cache-control', 'no-store');
      return copyAnswer(await render(visit, visitor), reply);
    }
    const place = pages.place(url, readHints(request, options, visitor.savedLocale));
    if (place.kind === 'redirect') {
      await reply.redirect(place.to, place.status);
      return;
    }
    const isAnybody = !visitor.isSignedIn && !visitor.isLimited;
    const isKept = isAnybody && place.kind === 'page' && pages.isCacheable(place.path);
    const key = url.pathname + url.search;
    const found = isKept ? kept.read(key, performance.now()) : undefined;
    if (found === undefined && (await refusesMore(options, visit, RENDER_WEIGHT))) return;
    const document = found ?? (await loadDocument(visit, visitor));
    if (document instanceof Response) return copyAnswer(document, reply);
    if (isKept && found === undefined && document.status === 200) kept.keep(key, document);
    await sendDocument(visit, document, placeholder);
  }

  /** What everybody gets while the exchange is closed. */
  async function sendClosed(visit: Visit, endsAtMs: number): Promise<void> {
    const { request, reply, url } = visit;
    reply.header('retry-after', RETRY_AFTER_S);
    if (url.pathname.endsWith('.data')) {
      await reply.code(CLOSED).type('text/plain').send('maintenance');
      return;
    }
    const place = pages.place(url, readHints(request, options, ''));
    const locale = place.kind === 'redirect' ? (place.to.split('/')[1] ?? '') : place.locale;
    const readClient = async () => (await options.identify(request, reply)).client;
    const html = await pages.renderMaintenance({ locale, endsAtMs, readClient });
    await sendDocument(visit, { status: CLOSED, html, madeAtMs: 0 }, placeholder);
  }

  app.route({
    method: ['GET'],
    url: '/*',
    handler: async (request, reply) => {
      const url = new URL(request.url, 'http://pages.invalid');
      if (options.isCallPath(url.pathname)) return options.answerUnknownCall(request, reply);
      if (await sendAsset(url.pathname, request, reply)) return reply;
      try {
        // Who is signed in pays as an account, also with the first page after a start.
        await options.lookUp(request, GUEST_PAGE.test(url.pathname));
        // Before anything is read or rendered: also a file of the site may ask the exchange.
        if (await refusesMore(options, { request, reply }, REQUESTED_WEIGHT)) return reply;
        const file = await pages.readFile(url.pathname, {
          origin: options.origin,
          readClient: async () => (await options.identify(request, reply)).client,
        });
        // The list of all pages is long: it is counted once it is known to be one.
        if (file !== null && (await refusesMore(options, { request, reply }, DATA_WEIGHT)))
          return reply;
        if (file !== null) return reply.type(file.type).send(file.text);
        const { isOn, endsAtMs } = options.readMaintenance();
        if (isOn && !OPEN_PAGE.test(url.pathname)) {
          await sendClosed({ pages, options, request, reply, url }, endsAtMs);
          return reply;
        }
        await answerPage({ pages, options, request, reply, url });
      } catch (error) {
        const waitMs = options.readWaitMs(error);
        if (waitMs !== undefined) {
          await sayWhenAgain(reply, waitMs);
          return reply;
        }
        options.report(error, request.id);
        if (!reply.sent) await reply.code(500).type('text/plain').send('500');
      }
      return reply;
    },
  });
}
