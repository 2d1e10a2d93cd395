/**
 * A mistake of ours found while running: the step cannot be finished and nothing may go on from
 * here. Whoever drives the core stops taking commands and rebuilds from journal and snapshot.
 */
export class CoreFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CoreFault';
  }
}

/** Stop at a mistake of ours; a user's mistake is a reject instead. */
export function fail(message: string): never {
  throw new CoreFault(message);
}
