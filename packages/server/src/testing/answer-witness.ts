// Hears every question and answer of a test file, and says which calls never answered the same
// question in two ways. A call that did follows what is stored; one that did not may be a constant.
// Not a test itself. Used by the tests of calls.
import type { Route } from '@isobath/wire';

/** What hears. */
export interface AnswerWitness {
  /** @param asked - whatever decides the answer beside stored rows: query, body, who asks. */
  hear(route: Route, requested: Readonly<Record<string, unknown>>, answered: unknown): void;
  /** Of these calls (`METHOD path`), those whose answers never changed. */
  listUnmoved(calls: readonly string[]): readonly string[];
}

/** Moments of asking change by themselves; an answer must change in something else. */
const clocks = new Set(['time', 'asOf']);

function showAnswer(answered: unknown): string {
  return JSON.stringify(answered, (name, value: unknown) => (clocks.has(name) ? undefined : value));
}

/** Path of a route with its `:name` parts from the query. */
export function fillPath(route: Route, query: Readonly<Record<string, unknown>> = {}): string {
  return route.path.replaceAll(/:(\w+)/g, (_part, name: string) => String(query[name]));
}

/** Make a witness. */
export function createAnswerWitness(): AnswerWitness {
  const answers = new Map<string, Map<string, Set<string>>>();
  return {
    hear(route, requested, answered) {
      const query = requested['query'] as Readonly<Record<string, unknown>> | undefined;
      const call = `${route.method} ${fillPath(route, query)}`;
      const questions = answers.get(call) ?? new Map<string, Set<string>>();
      answers.set(call, questions);
      const question = JSON.stringify(requested);
      questions.set(question, (questions.get(question) ?? new Set()).add(showAnswer(answered)));
    },
    listUnmoved: (calls) =>
      calls.filter(
        (call) => ![...(answers.get(call)?.values() ?? [])].some((different) => different.size > 1),
      ),
  };
}
