// Sounds of the trade page, made by the audio API: off until switched on, all under 400 ms.
// Not what happened (OwnNewsPublisher.tsx, use-send.tsx) nor their switches (SoundList.tsx).
import { readSetting } from '../../../base/settings.ts';
import { type SoundEvent, soundSetting } from './trade-settings.ts';

/** What can be heard; a fill sounds after its side. */
export type SoundName = 'filledBuy' | 'filledSell' | 'partial' | 'rejected' | 'alert';

/** One tone: pitch, and when it begins and how long it rings, in seconds. */
interface Tone {
  readonly hz: number;
  readonly atSeconds: number;
  readonly forSeconds: number;
}

const note = (hz: number, atSeconds = 0): Tone => ({ hz, atSeconds, forSeconds: 0.16 });
const ring = (hz: number): Tone => ({ hz, atSeconds: 0, forSeconds: 0.36 });

const tones: Readonly<Record<SoundName, readonly Tone[]>> = {
  filledBuy: [note(523), note(784, 0.13)],
  filledSell: [note(784), note(523, 0.13)],
  partial: [note(659)],
  rejected: [note(165)],
  // A bell: two pitches at once that ring out.
  alert: [ring(1319), ring(1976)],
};

const events: Readonly<Record<SoundName, SoundEvent>> = {
  filledBuy: 'fill',
  filledSell: 'fill',
  partial: 'partial',
  rejected: 'rejected',
  alert: 'alert',
};

/** Of one tone at full volume; two together stay below clipping. */
const loudnessMax = 0.24;
let context: AudioContext | null = null;

/** Let a sound be heard whatever is switched, at the chosen volume. */
export function trySound(name: SoundName): void {
  const loudness = (readSetting(soundSetting).volume / 100) * loudnessMax;
  if (loudness === 0) return;
  context ??= new AudioContext();
  const startsAt = context.currentTime + 0.01;
  for (const { hz, atSeconds, forSeconds } of tones[name]) {
    const at = startsAt + atSeconds;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'sine';
    tone.frequency.value = hz;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loudness, at + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + forSeconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + forSeconds);
  }
}

/** Play a sound when sounds are on and its event is. */
export function playSound(name: SoundName): void {
  const settings = readSetting(soundSetting);
  if (settings.isOn && settings[events[name]]) trySound(name);
}
