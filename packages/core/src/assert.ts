/**
 * Stop at once when something is not as this code believes it to be. For our own mistakes only:
 * what a user can get wrong is a reject.
 *
 * @param isTrue - what must hold.
 * @param belief - the sentence that turned out false.
 * @throws Error with that sentence.
 */
export function assert(isTrue: boolean, belief: string): asserts isTrue {
  if (!isTrue) throw new Error(`broken belief: ${belief}`);
}
