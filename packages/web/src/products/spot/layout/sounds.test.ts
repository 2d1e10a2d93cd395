// What would be heard, on an audio device that writes down what it is told.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Tone {
  readonly frequency: { value: number };
  atSeconds: number;
  endSeconds: number;
}

let heard: Tone[] = [];

class Device {
  readonly currentTime = 5;
  readonly destination = {};
  createOscillator() {
    const tone: Tone = { frequency: { value: 0 }, atSeconds: 0, endSeconds: 0 };
    heard.push(tone);
    return Object.assign(tone, {
      type: '',
      connect: (next: unknown) => next,
      start: (at: number) => (tone.atSeconds = at),
      stop: (at: number) => (tone.endSeconds = at),
    });
  }
  createGain() {
    const gain = {
      setValueAtTime: () => {},
      linearRampToValueAtTime: () => {},
      exponentialRampToValueAtTime: () => {},
    };
    return { gain, connect: (next: unknown) => next };
  }
}

beforeEach(() => {
  heard = [];
  vi.resetModules();
  const storage = new Map<string, string>();
  vi.stubGlobal('AudioContext', Device);
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => void storage.set(name, value),
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

async function load(settings: Record<string, unknown>) {
  const { readSetting, writeSetting } = await import('../../../base/settings.ts');
  const { soundSetting } = await import('./trade-settings.ts');
  writeSetting(soundSetting, { ...readSetting(soundSetting), ...settings });
  return import('./sounds.ts');
}

const pitches = () => heard.map(({ frequency }) => frequency.value);

test('nothing is heard until sounds are on, nor of an event that is switched off', async () => {
  const { playSound } = await load({});
  playSound('filledBuy');
  expect(heard).toEqual([]);
  const { playSound: play } = await load({ isOn: true, fill: false });
  play('filledBuy');
  play('filledSell');
  expect(heard).toEqual([]);
  play('partial');
  expect(heard).toHaveLength(1);
});

test('a purchase rises, a sale falls, a refusal is low', async () => {
  const { playSound } = await load({ isOn: true });
  playSound('filledBuy');
  const rising = pitches();
  expect(rising).toEqual(rising.toSorted((one, two) => one - two));
  heard = [];
  playSound('filledSell');
  expect(pitches()).toEqual(rising.toReversed());
  heard = [];
  playSound('rejected');
  expect(pitches()[0]).toBeLessThan(Math.min(...rising));
});

test('no sound is longer than 400 ms, and a volume of nothing is silence', async () => {
  const names = ['filledBuy', 'filledSell', 'partial', 'rejected', 'alert'] as const;
  const { trySound } = await load({ volume: 50 });
  for (const name of names) {
    heard = [];
    trySound(name);
    expect(heard.length).toBeGreaterThan(0);
    const from = Math.min(...heard.map(({ atSeconds }) => atSeconds));
    const to = Math.max(...heard.map(({ endSeconds }) => endSeconds));
    expect(to - from).toBeLessThanOrEqual(0.4);
  }
  heard = [];
  const { trySound: tryQuiet } = await load({ volume: 0 });
  tryQuiet('alert');
  expect(heard).toEqual([]);
});
