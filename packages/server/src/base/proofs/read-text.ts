// The text of a request as its route will take it: a body of JSON, or the query of a GET.
// Called by proofs.ts.
import type { Route } from '@isobath/wire';
import { refuseField } from '../product/index.ts';

/** @throws invalid for a text that the route would refuse. */
export function readText(route: Route, text: string): unknown {
  const isQuery = route.method === 'GET';
  const shape = isQuery ? route.query : route.body;
  const parsed = shape?.safeParse(
    isQuery ? Object.fromEntries(new URLSearchParams(text)) : parse(text),
  );
  if (parsed?.success !== true) throw refuseField('body', 'not what the call takes');
  return parsed.data;
}

/** JSON, or fields of a form: bodies come as either. */
function parse(text: string): unknown {
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    throw refuseField('body', 'not JSON');
  }
}
