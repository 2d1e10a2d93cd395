// A typed per cent as basis points. Not how it is shown (checks.ts).

/** Basis points of a typed percent; undefined when it is empty or malformed. */
export function readPercentBps(percent: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent);
  if (match === null) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
