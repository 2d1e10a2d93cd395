// Answers to what never became a request: one that takes too long to arrive, whose headers are too
// large, or that is no HTTP. The HTTP library gives the connection away as it is; it is answered in
// the envelope and ended. Called by http.ts.
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refuse } from '../base/product/index.ts';
import { answerRefusal, type Translate } from './answer.ts';

/** By the error code of the HTTP library; anything else is malformed. */
const KINDS: Readonly<Record<string, readonly [status: number, word: 'invalid' | 'too_large']>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid'],
  HPE_HEADER_OVERFLOW: [431, 'too_large'],
};

/** An answer to the request before, of which a part has left: nothing may be said in its midst. */
function isAnswering(socket: Socket): boolean {
  // The HTTP library looks there itself before it says anything about a broken request.
  const answer = Reflect.get(socket, '_httpMessage') as ServerResponse | null | undefined;
  return answer?.headersSent === true;
}

/**
 * Answer a connection whose request cannot be read, and end it.
 *
 * @param lines - headers of every answer, as lines.
 */
export function answerBroken(
  { error, socket }: { readonly error: Error & { code?: string }; readonly socket: Socket },
  { translate, lines }: { readonly translate: Translate; readonly lines: string },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const [status, word] = KINDS[error.code ?? ''] ?? [400, 'invalid'];
  const refusal = refuse(word);
  const body = JSON.stringify(answerRefusal(refusal, translate('en_US', word, {})));
  const head =
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}connection: close\r\n` +
    `content-type: application/json; charset=utf-8\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  socket.end(head + body, () => socket.destroy());
}
