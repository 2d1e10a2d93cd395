// The facts that a message brings beside its words. Used by the inbox, the bell and gifts.

/** Facts by name. */
export type Facts = Readonly<Record<string, unknown>>;

/** The facts of a message; what cannot be read is said in the console and counts as nothing. */
export function readFacts(dataJson: string): Facts | undefined {
  try {
    const facts = JSON.parse(dataJson === '' ? '{}' : dataJson) as Facts;
    if (typeof facts !== 'object' || facts === null) throw new TypeError('not an object');
    return facts;
  } catch (error) {
    console.warn('the facts of a message cannot be read', error);
    return undefined;
  }
}
