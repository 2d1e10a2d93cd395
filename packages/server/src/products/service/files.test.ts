import { expect, test } from 'vitest';
import { smallPng } from '../../base/pictures/testing.ts';
import { nameFile, takeFile } from './files.ts';

test.each([
  ['a picture', smallPng, 'image/png'],
  ['the beginning of a picture', smallPng.subarray(0, 40), undefined],
  ['a document', Buffer.from('%PDF-1.7'), 'application/pdf'],
  ['words', Buffer.from('naïve 你好'), 'text/plain'],
  ['a program', Buffer.from('7f454c4602010100', 'hex'), undefined],
  ['half a letter', Buffer.from([0x61, 0xe4, 0xbd]), undefined],
  ['nothing', Buffer.alloc(0), undefined],
  ['too much', Buffer.alloc(600_000, 'a'), undefined],
])('%s is known by its bytes', (_what, content, type) => {
  expect(takeFile(content)?.type).toBe(type);
});

test.each([
  ['passport.PNG', 'image/png', 'passport.PNG'],
  ['护照.jpeg', 'image/jpeg', '护照.jpeg'],
  ['invoice.html', 'text/plain', 'invoice.html.txt'],
  ['run.bat', 'text/plain', 'run.bat.txt'],
  ['../../note.txt', 'text/plain', '....note.txt'],
  ['gnp.\u202etxt', 'image/png', 'gnp.txt.png'],
  ['\u0000', 'application/pdf', 'file.pdf'],
] as const)('%s is saved as what it is', (written, type, name) => {
  expect(nameFile(written, type)).toBe(name);
});
