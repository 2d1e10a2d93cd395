// The exact text of calls that want a proof or are signed by a provider, and what came with it. It
// proves nothing itself: the product that carries the call out does. Called by http.ts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GivenProof } from '../base/product/index.ts';
import { SIGNATURE_HEADER, type SignedText } from '../base/providers/index.ts';

/** Version of what stands in the header `sign`. */
const VERSION = '1';

const texts = new WeakMap<FastifyRequest, string>();

interface TextMarks {
  readonly needsProof?: boolean;
  readonly isWebhook?: boolean;
}

const readMarks = ({ routeOptions }: FastifyRequest) => routeOptions.config as TextMarks;
const wantsProof = (request: FastifyRequest) => readMarks(request).needsProof === true;
const isWebhook = (request: FastifyRequest) => readMarks(request).isWebhook === true;

/** Keep the text of a body whose call wants a proof; it is parsed as any other. */
export function keepText(request: FastifyRequest, body: string): void {
  if (wantsProof(request) || isWebhook(request)) texts.set(request, body);
}

/** Read JSON as the library does, and keep its text where it matters; a webhook's is text alone. */
export function keepJsonTexts(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    keepText(request, String(body));
    if (isWebhook(request)) return done(null, {});
    return parse(request, String(body), done);
  });
}

/** What came with a call that wants a proof, undefined for every other. */
export function readProof(request: FastifyRequest): GivenProof | undefined {
  if (!wantsProof(request)) return undefined;
  const { sign, bver } = request.headers;
  const query = request.raw.url?.split('?').slice(1).join('?') ?? '';
  return {
    sign: typeof sign === 'string' && bver === VERSION ? sign : '',
    text: request.method === 'GET' ? query : (texts.get(request) ?? ''),
  };
}

/** What a provider sent, undefined of every other call. */
export function readSignedText(request: FastifyRequest): SignedText | undefined {
  if (!isWebhook(request)) return undefined;
  const signature = request.headers[SIGNATURE_HEADER];
  return {
    signature: typeof signature === 'string' ? signature : '',
    text: texts.get(request) ?? '',
  };
}
