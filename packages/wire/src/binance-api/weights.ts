// What a call of the trading API weighs beyond its least weight, by what is asked. Read by
// market.ts; how weights are counted is the server's.

type Requested = Readonly<Record<string, string | undefined>>;

/** Weight of asking for one, several or all markets. */
export function weighMany(one: number, all: number) {
  return (requested: Requested): number => (requested.symbol === undefined ? all - one : 0);
}

/** A weight may cost a millisecond: days in UTC cost 10, in another zone 24, the newest rows 4. */
export function weighKlines({ interval, timeZone: zone = '0', limit = '500' }: Requested): number {
  if (/[dwM]$/.test(interval ?? '')) return /^[+-]?0?0?(:00)?$/.test(zone) ? 8 : 22;
  return Number(limit) > 500 ? 2 : 0;
}
