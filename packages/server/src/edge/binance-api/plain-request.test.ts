import { expect, test } from 'vitest';
import { forgetHeaders, readPlainRequest } from './plain-request.ts';

const read = (text: string, memory = forgetHeaders()) =>
  readPlainRequest(Buffer.from(text, 'latin1'), memory);
const HOST = 'host: a.example\r\n';
const FORM = 'content-type: application/x-www-form-urlencoded\r\n';

test('a plain request is read with its headers in lower case', () => {
  expect(
    read('DELETE /api/v3/order?a=1&b=%20 HTTP/1.1\r\nHost: \ta:1 \r\nX-Key: k k\r\n\r\n'),
  ).toBe(undefined);
  expect(
    read('DELETE /api/v3/order?a=1&b=%20 HTTP/1.1\r\nHost: \ta:1\r\nX-Key: k k\r\n\r\n'),
  ).toEqual({
    method: 'DELETE',
    url: '/api/v3/order?a=1&b=%20',
    headers: { host: 'a:1', 'x-key': 'k k' },
    body: '',
  });
});

test('a form that came whole is read', () => {
  const text = `POST /a HTTP/1.1\r\n${HOST}${FORM}content-length: 3\r\n\r\na=1`;
  expect(read(text)?.body).toBe('a=1');
});

test('what a connection said before stands for nothing but the same lines', () => {
  const memory = forgetHeaders();
  const ask = (path: string, lines: string, body = '') =>
    read(`POST ${path} HTTP/1.1\r\n${HOST}${lines}\r\n${body}`, memory);
  expect(ask('/a', 'x-key: 1\r\n')?.headers).toEqual({ host: 'a.example', 'x-key': '1' });
  expect(ask('/b', 'x-key: 1\r\n')).toMatchObject({ url: '/b', headers: { 'x-key': '1' } });
  expect(ask('/c', 'x-key: 2\r\n')?.headers).toEqual({ host: 'a.example', 'x-key': '2' });
  expect(ask('/d', '')?.headers).toEqual({ host: 'a.example' });
  expect(ask('/e', 'x-key: 2\r\nte: a\r\n')).toBeUndefined();
  expect(ask('/e', 'x-key: 2\r\nte: a\r\n')).toBeUndefined();
  const form = `${FORM}content-length: 3\r\n`;
  expect(ask('/f', form, 'a=1')?.body).toBe('a=1');
  expect(ask('/f', form, 'a=12')).toBeUndefined();
  expect(ask('/f', form, 'b=2')?.body).toBe('b=2');
});

test('two kinds of requests that come in turn are both remembered, a third is read', () => {
  const memory = forgetHeaders();
  const ask = (method: string, lines: string) =>
    read(`${method} /a HTTP/1.1\r\n${HOST}${lines}\r\n`, memory)?.headers;
  const placed = ask('POST', 'x-key: 1\r\ncontent-length: 0\r\n');
  const canceled = ask('DELETE', 'x-key: 1\r\n');
  expect(ask('POST', 'x-key: 1\r\ncontent-length: 0\r\n')).toBe(placed);
  expect(ask('DELETE', 'x-key: 1\r\n')).toBe(canceled);
  expect(ask('GET', 'x-key: 3\r\n')).toEqual({ host: 'a.example', 'x-key': '3' });
  expect(ask('POST', 'x-key: 1\r\ncontent-length: 0\r\n')).toEqual(placed);
  expect(ask('GET', 'x-key: 3\r\n')).toEqual({ host: 'a.example', 'x-key': '3' });
});

test.each([
  ['half a head', `GET /a HTTP/1.1\r\n${HOST}`],
  ['two requests', `GET /a HTTP/1.1\r\n${HOST}\r\nGET /a HTTP/1.1\r\n${HOST}\r\n`],
  ['no host', 'GET /a HTTP/1.1\r\naccept: a\r\n\r\n'],
  ['a header twice', `GET /a HTTP/1.1\r\n${HOST}${HOST}\r\n`],
  ['a header in two lines', `GET /a HTTP/1.1\r\n${HOST}a: b\r\n c\r\n\r\n`],
  ['a blank before the colon', `GET /a HTTP/1.1\r\n${HOST}a : b\r\n\r\n`],
  ['a lone line feed', `GET /a HTTP/1.1\r\n${HOST}a: b\n\r\n\r\n`],
  ['letters beyond ASCII', `GET /a HTTP/1.1\r\n${HOST}a: \u00e9\r\n\r\n`],
  ['a name that is not a plain word', `GET /a HTTP/1.1\r\n${HOST}__proto__: b\r\n\r\n`],
  ['an older protocol', `GET /a HTTP/1.0\r\n${HOST}\r\n`],
  ['a whole address', `GET http://a/a HTTP/1.1\r\n${HOST}\r\n`],
  ['a fragment', `GET /a#b HTTP/1.1\r\n${HOST}\r\n`],
  ['a method in small letters', `get /a HTTP/1.1\r\n${HOST}\r\n`],
  ['an upgrade', `GET /a HTTP/1.1\r\n${HOST}connection: Upgrade\r\nupgrade: websocket\r\n\r\n`],
  ['an end of the connection', `GET /a HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`],
  ['pieces', `POST /a HTTP/1.1\r\n${HOST}${FORM}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a question before the body', `POST /a HTTP/1.1\r\n${HOST}expect: 100-continue\r\n\r\n`],
  ['half a body', `POST /a HTTP/1.1\r\n${HOST}${FORM}content-length: 4\r\n\r\na=1`],
  ['more than its body', `POST /a HTTP/1.1\r\n${HOST}${FORM}content-length: 2\r\n\r\na=1`],
  ['a body without a length', `POST /a HTTP/1.1\r\n${HOST}${FORM}\r\na=1`],
  ['two lengths', `POST /a HTTP/1.1\r\n${HOST}content-length: 0\r\ncontent-length: 0\r\n\r\n`],
  ['a length with a sign', `POST /a HTTP/1.1\r\n${HOST}${FORM}content-length: +3\r\n\r\na=1`],
  ['a body of another kind', `POST /a HTTP/1.1\r\n${HOST}content-length: 2\r\n\r\n{}`],
  ['a body where none belongs', `GET /a HTTP/1.1\r\n${HOST}${FORM}content-length: 3\r\n\r\na=1`],
  ['a long one', `GET /a?${'a'.repeat(9_000)} HTTP/1.1\r\n${HOST}\r\n`],
])('%s is not plain', (_name, text) => {
  expect(read(text)).toBeUndefined();
});
