import type { Projection } from './projection.ts';

/**
 * Projections under one watermark: each step is applied to all of them in order, in one
 * transaction, so that a later one can rely on what an earlier one knows.
 *
 * @param everyMs - written at most this often.
 */
export function joinProjections(
  name: string,
  parts: readonly Projection[],
  everyMs = 0,
): Projection {
  return {
    name,
    everyMs,
    tables: parts.flatMap((part) => part.tables),
    async load(session) {
      for (const part of parts) await part.load(session);
    },
    async apply(steps, session) {
      for (const part of parts) await part.apply(steps, session);
    },
  };
}
