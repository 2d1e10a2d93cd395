// The short form of `npm run bench -- rest`: a server that nobody uses is a quiet one. Its share of
// a core and its growth may be twice what a long look allows, for a short one sees its beginning.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../run.ts', import.meta.url));

test('a server at rest takes little of a core and of the disk', { timeout: 400_000 }, async () => {
  const words = ['rest', '--settle', '15', '--seconds', '20', '--slack', '2', '--json'];
  const child = spawn(process.execPath, [script, ...words]);
  let out = '';
  let told = '';
  child.stdout.on('data', (text: Buffer) => (out += text));
  child.stderr.on('data', (text: Buffer) => (told += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  // The whole report: what is missed is the first one wants to know.
  expect(code, `${told.slice(-2_000)}${out}`).toBe(0);
  const report = JSON.parse(out.trim().split('\n').at(-1) ?? '');
  expect(report).toMatchObject({ isMet: true });
  // What was not there was not measured.
  for (const part of ['edge', 'engine', 'projector', 'database']) {
    expect(report.percentByPart[part], part).toBeGreaterThan(0);
  }
  // Hundreds, as measured: with so few, the files of tables were not counted.
  expect(report.bytesPerCommand).toBeGreaterThan(100);
});
