import {
  constants,
  readdirSync,
  readlinkSync,
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Log } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'isobath-signer-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

function readAll(path: string) {
  const entries: unknown[] = [];
  const log = new Log(path, (entry) => entries.push(entry));
  const { head, tornBytes } = log;
  log.close();
  return { entries, head, tornBytes };
}

function makeLog(name: string, count = 3): string {
  const path = join(folder, name);
  const log = new Log(path, () => {});
  for (let number = 1; number <= count; number += 1)
    log.append({ number, text: 'Isobath: 等深线' });
  log.close();
  return path;
}

describe('the log', () => {
  it('gives back what was written, by place too, and knows each earlier head', () => {
    const path = makeLog('whole');
    const { entries, head } = readAll(path);
    expect(entries).toHaveLength(3);
    const log = new Log(path, () => {});
    const spot = log.append({ number: 4 });
    expect(log.read(spot)).toEqual({ number: 4 });
    expect(log.head.length).toBe(4);
    expect(log.hasHead(head)).toBe(true);
    expect(log.hasHead({ length: 0, hash: '' })).toBe(true);
    expect(log.hasHead({ ...head, hash: 'f'.repeat(64) })).toBe(false);
    expect(log.hasHead({ length: 5, hash: 'f'.repeat(64) })).toBe(false);
    log.close();
  });

  it('writes so that a write returns when the disk has it', () => {
    const path = join(folder, 'synced');
    const log = new Log(path, () => {});
    const file = readdirSync('/proc/self/fd').find((number) => {
      try {
        return readlinkSync(`/proc/self/fd/${number}`) === path;
      } catch {
        return false;
      }
    });
    const [, flags = '0'] =
      /^flags:\s+([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, 'utf8')) ?? [];
    expect(Number.parseInt(flags, 8) & constants.O_SYNC).toBe(constants.O_SYNC);
    log.close();
  });

  it('drops a last entry that was cut anywhere, and goes on', () => {
    const path = makeLog('torn');
    const whole = readFileSync(path);
    const lastStart = whole.lastIndexOf(10, whole.length - 2) + 1;
    for (let end = lastStart + 1; end < whole.length; end += 1) {
      writeFileSync(path, whole.subarray(0, end));
      const { entries, tornBytes } = readAll(path);
      expect([entries.length, tornBytes]).toEqual([2, end - lastStart]);
      expect(readFileSync(path)).toHaveLength(lastStart);
    }
    const log = new Log(path, () => {});
    log.append({ number: 5 });
    log.close();
    expect(readAll(path).head.length).toBe(3);
  });

  it('does not open with a whole entry that was changed, removed or moved', () => {
    const path = makeLog('changed');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const [one = '', two = '', three = ''] = lines;
    for (const wrong of [
      [one, two.replace('"number":2', '"number":9'), three],
      [one, three],
      [two, one, three],
      [one, two, three.replace(/^./, 'g')],
    ]) {
      writeFileSync(path, `${wrong.join('\n')}\n`);
      expect(() => readAll(path)).toThrow('does not fit its hash');
    }
  });

  it('takes no entry when another process wrote or cut it', () => {
    const path = makeLog('shared');
    const log = new Log(path, () => {});
    appendFileSync(path, 'x');
    expect(() => log.append({ number: 4 })).toThrow('another process');
    truncateSync(path, 10);
    expect(() => log.append({ number: 4 })).toThrow('another process');
    log.close();
  });
});
