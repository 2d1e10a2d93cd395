import { type Envelope, errors, type RefusalData } from '@isobath/wire';
import type { TranslateWord } from '../base/modules/index.ts';
import type { CallRefusal } from '../base/product/index.ts';

/** Puts a refusal into words of a language. `word` stands in wire's errors or core's rejects. */
export type Translate = TranslateWord;

/** Speaks English from the error table; texts replace it when they are loaded. */
export const translatePlainly: Translate = (_locale, word) =>
  word in errors ? errors[word as keyof typeof errors].meaning : word;

/** A good answer; data that says something to the person says it as the envelope's message too. */
export function answerWith(data: unknown): Envelope {
  const said = (data as { message?: unknown } | null | undefined)?.message;
  return { code: 200, message: typeof said === 'string' ? said : 'OK', data };
}

/** A refusal as an envelope in the caller's language. */
export function answerRefusal(refusal: CallRefusal, message: string): Envelope<RefusalData> {
  return {
    code: refusal.code,
    message,
    data: {
      reject: refusal.word,
      facts: { ...refusal.facts },
      ...(refusal.fields.length === 0 ? {} : { fields: [...refusal.fields] }),
    },
  };
}

/**
 * What the HTTP library refuses by itself is the fault of whoever sent it, and none of ours.
 *
 * @returns the status it gave, undefined for anything else.
 */
export function readCallersFault(error: unknown): number | undefined {
  const { statusCode = 0 } = (error ?? {}) as { statusCode?: number };
  return statusCode >= 400 && statusCode < 500 ? statusCode : undefined;
}
