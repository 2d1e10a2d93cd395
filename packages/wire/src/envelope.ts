import { z } from './z.ts';

/**
 * Every answer of the specification's face. `code` 200 is success; anything else stands in
 * errors.ts.
 */
export interface Envelope<TData = unknown> {
  readonly code: number;
  readonly message: string;
  readonly data: TData;
}

/**
 * `data` of a refusal. `facts` are whole numbers or decimal text by name; `fields` name bad inputs.
 */
export const refusalData = z.object({
  reject: z.string(),
  facts: z.record(z.string(), z.string()),
  fields: z.array(z.object({ path: z.string(), problem: z.string() })).optional(),
});
export type RefusalData = z.infer<typeof refusalData>;

/** The envelope as a schema around an answer. */
export function envelopeOf<TAnswer extends z.ZodType>(
  answer: TAnswer,
): z.ZodObject<{ code: z.ZodNumber; message: z.ZodString; data: TAnswer }> {
  return z.object({ code: z.number().int(), message: z.string(), data: answer });
}
