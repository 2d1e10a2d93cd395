// Sounds of the trade page, made by the audio API: off until switched on, all under 400 ms.
import { readSetting } from '../../../base/settings.ts';
import { soundSetting } from './trade-settings.ts';

/** What can be heard. */
export type SoundName = 'filledBuy' | 'filledSell' | 'partial' | 'rejected';

/** Frequencies in Hz, one after another. */
const notes: Readonly<Record<SoundName, readonly number[]>> = {
  filledBuy: [523, 784],
  filledSell: [784, 523],
  partial: [659],
  rejected: [165],
};

const noteSeconds = 0.16;
const loudness = 0.12;
let context: AudioContext | null = null;

/** Play a sound when sounds are on. */
export function playSound(name: SoundName): void {
  if (!readSetting(soundSetting)) return;
  context ??= new AudioContext();
  let at = context.currentTime + 0.01;
  for (const frequency of notes[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'sine';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loudness, at + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + noteSeconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + noteSeconds);
    at += noteSeconds * 0.8;
  }
}
