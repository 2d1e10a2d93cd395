// The short way of the dialect over HTTP: requests without a body to paths that are served go past
// the HTTP library, whose routing, hooks and replies cost more than all else that reads an order.
// What they are answered is the same (requests.ts); everything else goes the library's way.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { answerCall, type DialectServing, type ServedCall } from './requests.ts';

/** What the short way stands on. */
export interface ThinOptions extends DialectServing {
  readonly served: ReadonlyMap<string, ServedCall>;
  /** Headers of every answer to programs, names and values in turn. */
  readonly readSafeHeaders: (request: IncomingMessage) => readonly string[];
}

function hasNoBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  const isEmpty = length === undefined || length === '0';
  return isEmpty && headers['transfer-encoding'] === undefined;
}

function findCall(
  served: ReadonlyMap<string, ServedCall>,
  { method = '', url = '' }: IncomingMessage,
): ServedCall | undefined {
  const end = url.indexOf('?');
  return served.get(`${method} ${end < 0 ? url : url.slice(0, end)}`);
}

async function answerThin(
  call: ServedCall,
  options: ThinOptions,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const requestId = randomUUID();
  const answer = await answerCall(call, options, { request, requestId, body: '' });
  const { status, headers, text } = answer;
  const bytesCount = Buffer.byteLength(text);
  headers.push(...options.readSafeHeaders(request), 'x-request-id', requestId);
  headers.push('content-length', String(bytesCount));
  response.writeHead(status, headers);
  response.end(text, bytesCount === text.length ? 'latin1' : 'utf8');
}

/** Answer what can go the short way; the server's own listeners get the rest. */
export function serveThin(server: Server, options: ThinOptions): void {
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const call = hasNoBody(request) ? findCall(options.served, request) : undefined;
    if (call !== undefined) void answerThin(call, options, { request, response });
    else for (const other of others) Reflect.apply(other, server, [request, response]);
  });
}
