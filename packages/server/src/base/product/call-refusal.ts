import { type ErrorWord, errors } from '@isobath/wire';

/**
 * Thrown by operations to refuse a call; the edge turns it into the envelope in the caller's
 * language. `word` stands in wire's error table or in the core's reject table.
 */
export class CallRefusal extends Error {
  override readonly name = 'CallRefusal';
  readonly word: string;
  readonly code: number;
  readonly status: number;
  readonly facts: Readonly<Record<string, string>>;
  readonly fields: readonly { path: string; problem: string }[];
  /** Journal number of the command that the engine refused; absent when none was journaled. */
  readonly sequence: number | undefined;

  constructor(options: {
    word: string;
    code: number;
    status?: number;
    facts?: Record<string, string>;
    fields?: { path: string; problem: string }[];
    sequence?: number;
  }) {
    super(options.word);
    this.word = options.word;
    this.code = options.code;
    this.status = options.status ?? 200;
    this.facts = options.facts ?? {};
    this.fields = options.fields ?? [];
    this.sequence = options.sequence;
  }
}

/** Refuse with a word of wire's error table. */
export function refuse(word: ErrorWord, facts: Record<string, string> = {}): CallRefusal {
  const row = errors[word];
  return new CallRefusal({ word, code: row.code, status: row.status, facts });
}

/** Refuse because of one bad field. */
export function refuseField(path: string, problem: string): CallRefusal {
  return new CallRefusal({
    word: 'invalid',
    code: errors.invalid.code,
    fields: [{ path, problem }],
  });
}
