// What the edge writes down of requests: each answer in the access log, and in the security log
// each refusal that may be somebody trying. No query, no header, no body: paths go through the same
// filter as every line. The files are opened by the edge's process.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogFile } from '../base/log/index.ts';
import type { Caller } from '../base/product/index.ts';
import { pathOf } from './hosts.ts';
import type { Peers } from './peers.ts';

/** The files; one that is switched off is absent. */
export interface EdgeLogFiles {
  readonly access?: LogFile | undefined;
  readonly security?: LogFile | undefined;
}

/** An answer. */
export interface Answered {
  readonly requestId: string;
  readonly ip: string;
  readonly method: string;
  readonly path: string;
  /** The pattern that the path was served by. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** A refusal; `word` is the reason that the answer gives. */
export interface Refused {
  readonly requestId: string;
  readonly ip: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly word: string;
  /** Who asked, as far as that is known. */
  readonly caller: Caller | undefined;
  /** Where somebody signs in or proves who they are, every refusal counts. */
  readonly isCredential: boolean;
}

/** Writes to the files that are on. */
export interface EdgeLogs {
  noteAnswer(answered: Answered): void;
  noteRefusal(refused: Refused): void;
}

const PATH_MAX = 200;
/** Not signed in, not allowed, too many, banned. */
const TELLING: ReadonlySet<number> = new Set([401, 403, 418, 429]);
/** Those that a program may earn a thousand times a minute: one line a minute and address. */
const FLOODING: ReadonlySet<number> = new Set([418, 429]);
const MINUTE_MS = 60_000;
const ADDRESSES_MAX = 10_000;

/** Whether something of an address has not been told within a minute. */
function createMinutes(readNowMs: () => number): (ip: string) => boolean {
  const published = new Map<string, number>();
  return (ip) => {
    const nowMs = readNowMs();
    if (nowMs - (published.get(ip) ?? -MINUTE_MS) < MINUTE_MS) return false;
    if (published.size >= ADDRESSES_MAX) published.clear();
    published.set(ip, nowMs);
    return true;
  };
}

/** Make the writer. */
export function createEdgeLogs(
  { access, security }: EdgeLogFiles,
  readNowMs: () => number,
): EdgeLogs {
  const isNews = createMinutes(readNowMs);
  return {
    noteAnswer({ path, ms, ...facts }) {
      access?.write('answered', {
        ...facts,
        path: path.slice(0, PATH_MAX),
        ms: Math.round(ms * 10) / 10,
      });
    },
    noteRefusal({ caller, isCredential, ...facts }) {
      if (security === undefined) return;
      const isTelling = TELLING.has(facts.status) || facts.word === 'signature_invalid';
      if (!isCredential && !isTelling) return;
      if (FLOODING.has(facts.status) && !isNews(facts.ip)) return;
      security.write('refused', {
        ...facts,
        ...(caller !== undefined && caller.ownerId > 0 ? { ownerId: caller.ownerId } : {}),
        ...(caller?.operator === undefined ? {} : { operatorId: caller.operator.operatorId }),
      });
    },
  };
}

/** Write down every answer that the HTTP library gives. */
export function noteAnswers(app: FastifyInstance, logs: EdgeLogs, peers: Peers): void {
  app.addHook('onResponse', (request: FastifyRequest, reply, done) => {
    logs.noteAnswer({
      requestId: request.id,
      ip: peers.readAddress(request.raw),
      method: request.method,
      path: pathOf(request),
      route: request.routeOptions.url ?? '',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
    done();
  });
}
