// The exact text of calls that want a proof, and the proof that came with it. It proves nothing
// itself: the product that carries the call out does, in its transaction. Called by http.ts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GivenProof } from '../base/product/index.ts';

/** Version of what stands in the header `sign`. */
const VERSION = '1';

const texts = new WeakMap<FastifyRequest, string>();

const wantsProof = ({ routeOptions }: FastifyRequest) =>
  (routeOptions.config as { needsProof?: boolean }).needsProof === true;

/** Keep the text of a body whose call wants a proof; it is parsed as any other. */
export function keepText(request: FastifyRequest, body: string): void {
  if (wantsProof(request)) texts.set(request, body);
}

/** Read JSON as the library does, and keep its text where it matters. */
export function keepJsonTexts(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    keepText(request, String(body));
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
