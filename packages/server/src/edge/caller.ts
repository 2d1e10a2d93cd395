import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../base/product/index.ts';
import type { SessionRecord } from '../base/sessions/index.ts';
import { parseCookies, VISITOR_COOKIE } from './cookies.ts';
import { chooseAnswerLocale } from './locale.ts';

/** What of a request says who calls. */
export interface CallSigns {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly requestId: string;
  /** First part of a page's path, "" for calls. */
  readonly prefix: string;
}

/** A caller, and the visitor mark to set when the browser had none. */
export interface KnownCaller {
  readonly caller: Caller;
  readonly newVisitorId: string;
}

const AGENTS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Name a device from its user agent: browser and system, never the whole text. */
export function nameDevice(userAgent: string): string {
  const find = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const parts = [find(AGENTS), find(SYSTEMS)].filter((part) => part !== undefined);
  return parts.length === 0 ? 'Program' : parts.join(', ');
}

/** A visitor's mark as we give it; whatever else stands there counts as none. */
const isVisitorId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The language of an answer: a wish of this call, the page's, the browser's. */
export function readAnswerLocale(headers: IncomingHttpHeaders, prefix: string) {
  const xLocale = headers['x-locale'];
  const cookie = parseCookies(headers.cookie).get('locale');
  return chooseAnswerLocale(
    [typeof xLocale === 'string' ? xLocale : undefined, prefix, cookie],
    headers['accept-language'] ?? '',
  );
}

/** Tell who calls. @param session - undefined for a guest. */
export function readCaller(session: SessionRecord | undefined, signs: CallSigns): KnownCaller {
  const cookies = parseCookies(signs.headers.cookie);
  const mark = cookies.get(VISITOR_COOKIE) ?? '';
  const visitor = isVisitorId.test(mark) ? mark : '';
  const newVisitorId = visitor === '' ? randomUUID() : '';
  return {
    newVisitorId,
    caller: {
      ownerId: session?.ownerId ?? 0,
      sessionId: session?.sessionId ?? 0,
      steppedUpUntilMs: session?.steppedUpUntilMs ?? 0,
      ip: signs.ip,
      device: nameDevice(signs.headers['user-agent'] ?? ''),
      locale: readAnswerLocale(signs.headers, signs.prefix),
      visitorId: visitor === '' ? newVisitorId : visitor,
      requestId: signs.requestId,
    },
  };
}
