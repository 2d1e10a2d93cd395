import { expect, test } from 'vitest';
import { createReads, type ReadOutcome } from './reads.ts';

function watchReads() {
  const reported: ReadOutcome<string>[] = [];
  const signals: AbortSignal[] = [];
  const answers: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  const reads = createReads<string>((outcome) => reported.push(outcome));
  const begin = () =>
    reads.begin((signal) => {
      signals.push(signal);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    });
  return { reported, signals, answers, reads, begin };
}
/** A turn of the page: what was answered has been told. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a read that is begun anew ends the one before, whose answer is told to nobody', async () => {
  const { reported, signals, answers, reads, begin } = watchReads();
  begin();
  begin();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  answers[0]?.resolve('old');
  await turn();
  expect([reported, reads.isRunning()]).toEqual([[], true]);
  answers[1]?.resolve('new');
  await turn();
  expect([reported, reads.isRunning()]).toEqual([[{ data: 'new' }], false]);
});

test('a refusal is told, but not that of a read which ended with the page', async () => {
  const { reported, signals, answers, reads, begin } = watchReads();
  const failure = new Error('refused');
  begin();
  answers[0]?.reject(failure);
  await turn();
  expect(reported).toEqual([{ failure }]);
  begin();
  reads.end();
  expect(signals[1]?.aborted).toBe(true);
  answers[1]?.reject(new Error('ended'));
  await turn();
  expect([reported.length, reads.isRunning()]).toEqual([1, false]);
});
