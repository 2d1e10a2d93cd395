// A clock that is ahead, for the programs of a staged server: what takes an hour by the clock is
// seen after a restart. Both: what a server is started with (the test), and the clock itself, which
// each of its programs loads first and which shifts nothing where the setting is missing.
const setting = 'STAGE_CLOCK_AHEAD_MS';

/** Settings with which a server believes that it is so much later. */
export function setClockAhead(aheadMs: number): Record<string, string> {
  return { [setting]: String(aheadMs), NODE_OPTIONS: `--import=${import.meta.url}` };
}

const aheadMs = Number(process.env[setting] ?? 0);

if (aheadMs > 0) {
  const TrueDate = Date;
  const readNow = () => TrueDate.now() + aheadMs;
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, given: [], made) =>
      Reflect.construct(target, given.length === 0 ? [readNow()] : given, made) as Date,
    get: (target, name, self) => (name === 'now' ? readNow : Reflect.get(target, name, self)),
  });
}
