import type { FastifyReply } from 'fastify';
import { formatCookie } from '../base/sessions/index.ts';

/** Name of the mark that lets the sandbox show a visitor only the mails they caused. */
export const VISITOR_COOKIE = '__Host-visitor';

/** Have the browser keep a visitor's new mark, "" for one that has it already. */
export function markVisitor(reply: FastifyReply, newVisitorId: string): void {
  if (newVisitorId === '') return;
  reply.header('set-cookie', formatCookie(VISITOR_COOKIE, newVisitorId));
}

/** Read a Cookie header. Later doubles lose. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at < 0) continue;
    const name = part.slice(0, at).trim();
    if (!cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
}
