import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readTrace, writeTrace } from './trace.ts';

const script = fileURLToPath(new URL('run.ts', import.meta.url));
const regressions = fileURLToPath(new URL('../regressions', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sim-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...words: string[]): { code: number | null; out: string; error: string } {
  const it = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
  return { code: it.status, out: it.stdout, error: it.stderr };
}

function keptTrace(): ReturnType<typeof readTrace> {
  const name = readdirSync(regressions).find((file) => /^(?!l1-).*\.json$/.test(file)) ?? '';
  return readTrace(join(regressions, name));
}

test('a run prints one document with its figures', () => {
  const { code, out } = run('--commands', '800', '--seed', '11', '--level', 'L0', '--json');
  const report = JSON.parse(out);
  expect(code).toBe(0);
  expect(report).toMatchObject({ level: 'L0', seed: 11, check: null });
  expect(report.commandsCount).toBeGreaterThanOrEqual(800);
  expect(report.counts['event orderOpened']).toBeGreaterThan(0);
});

test('a kept run is replayed, and a difference is told in one line with exit code 1', () => {
  const trace = keptTrace();
  const good = join(folder, 'good.json');
  writeTrace(good, trace);
  expect(readTrace(good)).toEqual(trace);
  expect(run('--replay', good).code).toBe(0);
  const bad = join(folder, 'bad.json');
  const sent = trace.commands.map((one, index) => {
    if (index < trace.commands.length - 1) return one;
    const { sessionId: _, ...command } = one.command;
    return { ...one, command: command as typeof one.command };
  });
  writeTrace(bad, { ...trace, commands: sent });
  const { code, error } = run('--replay', bad);
  expect(code).toBe(1);
  const again = `npm run sim -- --replay ${bad}`;
  const line = `FAIL check=throw seed=${trace.seed} step=${sent.length} -> ${again}`;
  expect(error).toContain(line);
});

test('what is not understood is said, with exit code 64', () => {
  const { code, error } = run('--level', 'L9');
  expect(code).toBe(64);
  expect(error).toContain('--commands N');
});
