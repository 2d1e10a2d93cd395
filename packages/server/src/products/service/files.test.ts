import { expect, test } from 'vitest';
import { nameFile, readFileType } from './files.ts';

test.each([
  ['a picture', Buffer.from('89504e470d0a1a0a00', 'hex'), 'image/png'],
  ['a photograph', Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg'],
  ['a small picture', Buffer.from('RIFF\x04\x00\x00\x00WEBPVP8 ', 'latin1'), 'image/webp'],
  ['a document', Buffer.from('%PDF-1.7'), 'application/pdf'],
  ['words', Buffer.from('naïve 你好'), 'text/plain'],
  ['a program', Buffer.from('7f454c4602010100', 'hex'), undefined],
  ['half a letter', Buffer.from([0x61, 0xe4, 0xbd]), undefined],
  ['nothing', Buffer.alloc(0), undefined],
  ['too much', Buffer.alloc(600_000, 'a'), undefined],
])('%s is known by its bytes', (_what, content, type) => {
  expect(readFileType(content)).toBe(type);
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
