import { expect, test } from 'vitest';
import { isSigned, signText } from './signature.ts';

const SECRET = 'whsec_test';
const AT_S = 1_700_000_000;
const TEXT = '{"eventId":"e1","state":"COMPLETED"}';
const HASH = 'e8debed8903607b6245317c9aa2a70ab6341d61745a778362466d7b822dbf831';
const GOOD = `t=${AT_S},v1=${HASH}`;

const judge = (signature: string, { secrets = [SECRET], atS = AT_S, text = TEXT } = {}) =>
  isSigned({ signature, text }, secrets, atS * 1000);

test('a body is signed as the golden one is', () => {
  expect(signText(SECRET, AT_S, TEXT)).toBe(GOOD);
  expect(judge(GOOD)).toBe(true);
});

test.each([
  ['300 seconds later', { atS: AT_S + 300 }, true],
  ['301 seconds later', { atS: AT_S + 301 }, false],
  ['300 seconds earlier', { atS: AT_S - 300 }, true],
  ['301 seconds earlier', { atS: AT_S - 301 }, false],
  ['under the new secret and the old', { secrets: ['whsec_new', SECRET] }, true],
  ['under another secret', { secrets: ['whsec_new'] }, false],
  ['under no secret', { secrets: [] }, false],
  ['with a space more', { text: `${TEXT} ` }, false],
] as const)('a signature is judged %s', (_when, changes, expected) => {
  expect(judge(GOOD, changes as Parameters<typeof judge>[1])).toBe(expected);
});

test.each([
  ['nothing', ''],
  ['no time', `v1=${HASH}`],
  ['no hash', `t=${AT_S}`],
  ['another scheme', `t=${AT_S},v0=${HASH}`],
  ['a hash cut short', `t=${AT_S},v1=${HASH.slice(0, 62)}`],
  ['a hash of other letters', `t=${AT_S},v1=${'zz'.repeat(32)}`],
  ['two times', `t=${AT_S},t=${AT_S},v1=${HASH}`],
  ['a time that is none', `t=1e9,v1=${HASH}`],
  ['another time', `t=${AT_S + 1},v1=${HASH}`],
  ['far too many parts', `t=${AT_S},${`v1=${HASH},`.repeat(50)}v1=${HASH}`],
])('%s is no signature', (_what, signature) => {
  expect(judge(signature)).toBe(false);
});

test('one of several hashes is enough, as while the other side turns its secret', () => {
  expect(judge(`t=${AT_S},v1=${'0'.repeat(64)},v1=${HASH}`)).toBe(true);
});
