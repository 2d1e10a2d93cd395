// The one way in which tests wait for what must come. It knows no runner, so that every package and
// every tool may use it. A value that is compared may be waited for with `expect.poll` as well: it
// gives up after the same time (vitest.config.ts).

/** Time to give up on, not to expect: a busy machine is ten times slower than an idle one. */
const GIVE_UP_MS = 120_000;
const PAUSE_MS = 10;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));

/**
 * Wait for what must come.
 *
 * @param what - words for the message when it does not come, such as `the mail`.
 * @param check - asked again and again: `false` and whatever it throws mean that it is not here
 *   yet, any other answer that it is.
 * @param pass - lets time pass between two questions.
 * @returns what the check answered.
 * @errors after two minutes, with what was waited for and what the check said last.
 * @example const row = await waitFor('the row', async () => (await readRows())[0] ?? false);
 */
export async function waitFor<TAnswer>(
  what: string,
  check: () => TAnswer | Promise<TAnswer>,
  pass: () => Promise<unknown> = pause,
): Promise<Exclude<TAnswer, false>> {
  let last = 'no answer yet';
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const givenUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Waited 120 s in vain for ${what}. The last answer: ${last}`)),
      GIVE_UP_MS,
    );
  });
  const ask = async (): Promise<Exclude<TAnswer, false>> => {
    while (!isOver) {
      try {
        const answer = await check();
        if (answer !== false) return answer as Exclude<TAnswer, false>;
        last = 'false';
      } catch (error) {
        last = String(error);
      }
      await pass();
    }
    return givenUp;
  };
  try {
    return await Promise.race([ask(), givenUp]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/** Lets one turn of the event loop pass: for what is over again a few turns later. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
