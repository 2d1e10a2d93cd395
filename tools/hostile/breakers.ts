// Requests that break HTTP itself. Each has a connection of its own, which the server may close
// without a word. Not here: well-framed nonsense (requests.ts).
// Used by fire.ts.

import type { Chance } from './chance.ts';
import type { HostileRequest } from './requests.ts';

type Parts = { readonly start: string; readonly headers: string; readonly body: string };

const megabyte = 1024 * 1024;
const json = 'content-type: application/json\r\n';
const manyHeaders = Array.from({ length: 2_100 }, (_, at) => `a${at}: 1\r\n`).join('');

const ways: Readonly<Record<string, (parts: Parts, chance: Chance) => string | Buffer>> = {
  'a header beyond every size': ({ start, headers }) =>
    `${start}\r\n${headers}x-long: ${'x'.repeat(20_000)}\r\n\r\n`,
  'two thousand headers': ({ start, headers }) => `${start}\r\n${headers}${manyHeaders}\r\n`,
  'length and chunks at once': ({ start, headers, body }) =>
    `${start}\r\n${headers}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${body}`,
  'two lengths': ({ start, headers, body }) =>
    `${start}\r\n${headers}content-length: 1\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  'a length below nothing': ({ start, headers, body }) =>
    `${start}\r\n${headers}content-length: -1\r\n\r\n${body}`,
  'a length of words': ({ start, headers, body }) =>
    `${start}\r\n${headers}content-length: 0x10\r\n\r\n${body}`,
  'a chunk without size': ({ start, headers }) =>
    `${start}\r\n${headers}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  'a chunk of everything': ({ start, headers }) =>
    `${start}\r\n${headers}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
  'an unknown coding': ({ start, headers, body }) =>
    `${start}\r\n${headers}transfer-encoding: gzip, chunked\r\n\r\n${body}`,
  'a body that ends early': ({ start, headers, body }) =>
    `${start}\r\n${headers}${json}content-length: ${body.length + 50}\r\n\r\n${body}`,
  'a body beyond every size': ({ start, headers }) =>
    `${start}\r\n${headers}${json}content-length: ${2 * megabyte}\r\n\r\n${'x'.repeat(megabyte)}`,
  'a header without colon': ({ start, headers }) => `${start}\r\n${headers}nonsense\r\n\r\n`,
  'a blank before the colon': ({ start, headers }) => `${start}\r\n${headers}x-a : 1\r\n\r\n`,
  'a nothing in a header': ({ start, headers }) => `${start}\r\n${headers}x-a: \u0000\r\n\r\n`,
  'a folded header': ({ start, headers }) => `${start}\r\n${headers}x-a: 1\r\n 2\r\n\r\n`,
  'lines that end oddly': ({ start, headers }) => `${start}\n${headers.replaceAll('\r', '')}\n`,
  'another version': ({ start, headers }) =>
    `${start.replace('HTTP/1.1', 'HTTP/9.9')}\r\n${headers}\r\n`,
  'no version': ({ start }) => `${start.replace(' HTTP/1.1', '')}\r\n\r\n`,
  'an unknown method': ({ start, headers }) => `${start.replace(/^\w+/, 'FROB')}\r\n${headers}\r\n`,
  'a small method': ({ start, headers }) =>
    `${start.replace(/^\w+/, (word) => word.toLowerCase())}\r\n${headers}\r\n`,
  'a tunnel': ({ headers }) => `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${headers}\r\n`,
  'an upgrade to nothing': ({ start, headers }) =>
    `${start}\r\n${headers}connection: upgrade\r\nupgrade: h2c\r\n\r\n`,
  'blanks in the address': ({ start, headers }) =>
    `${start.replace(' HTTP', ' b c HTTP')}\r\n${headers}\r\n`,
  'raw bytes in the address': ({ start, headers }) =>
    Buffer.from(`${start.replace(' HTTP', '\u00ff\u00fe HTTP')}\r\n${headers}\r\n`, 'latin1'),
  'an address beyond every size': ({ start, headers }) =>
    `${start.replace(' HTTP', `?${'x'.repeat(40_000)} HTTP`)}\r\n${headers}\r\n`,
  'a whole other address': ({ start, headers }) =>
    `${start.replace(/ \S+ /, ' http://evil.example/ ')}\r\n${headers}\r\n`,
  'half of an escape': ({ start, headers }) =>
    `${start.replace(' HTTP', '%E0%A4%A HTTP')}\r\n${headers}\r\n`,
  'no host': ({ start }) => `${start}\r\n\r\n`,
  'a greeting of another protocol': () => Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]),
  noise: (_parts, chance) => Buffer.from(Array.from({ length: 600 }, () => chance.below(256))),
  'nothing at all': () => '',
};

/** Make one request that breaks HTTP, aimed at a call. */
export function makeBreaker(
  { method, path }: { readonly method: string; readonly path: string },
  own: Readonly<Record<string, string>>,
  chance: Chance,
): HostileRequest {
  const name = chance.pick(Object.keys(ways));
  const headers = { host: '127.0.0.1', ...own };
  const bytes = (ways[name] as (typeof ways)[string])(
    {
      start: `${method} ${path.replaceAll(/:\w+/g, '1')} HTTP/1.1`,
      headers: Object.entries(headers)
        .map(([key, value]) => `${key}: ${value}\r\n`)
        .join(''),
      body: '{"a":1}',
    },
    chance,
  );
  return {
    bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    about: `${method} ${path} ${name}`,
  };
}
