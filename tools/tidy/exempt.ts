// Exceptions from tidy's rules, each with its reason. An exception that is not needed is a finding.
// Not for disabling lint or types: those are suppressions and are counted.
// Read by tidy.ts.

/** One exception: a rule, a path (a file, or a folder that ends with a slash) and the reason. */
export interface Exemption {
  readonly rule: string;
  readonly path: string;
  readonly reason: string;
}

/** Written by a program (tools/generators.ts) or a plain table of data: no budget applies. */
export const tables: readonly string[] = [
  'docs/api/',
  'package-lock.json',
  'bill-of-materials.cdx.json',
  'THIRD-PARTY.md',
];

/** Every exception there is. */
export const exemptions: readonly Exemption[] = [
  {
    rule: 'file-lines',
    path: 'packages/server/src/content-calls.test.ts',
    reason: 'the calls of one room, one after the other, over one database',
  },
  {
    rule: 'function-lines',
    path: 'packages/web/src/products/spot/history/',
    reason: 'a page and its tables, read from top to bottom; most of it is markup',
  },
  {
    rule: 'function-lines',
    path: 'packages/server/src/edge-process.ts',
    reason: 'composition: the rooms of one process, handed to each other in order',
  },
  {
    rule: 'function-lines',
    path: 'packages/web/src/products/market/',
    reason: 'one page each, read from top to bottom; most of it is markup',
  },
  {
    rule: 'function-lines',
    path: 'packages/web/src/products/account/',
    reason: 'one form each, read from top to bottom; most of it is markup',
  },
  {
    rule: 'function-lines',
    path: 'tools/new-product/',
    reason: 'templates and lists, one after the other',
  },
  {
    rule: 'function-lines',
    path: 'packages/core/src/book/ladder.ts',
    reason: 'its constants are captured once: looked up each time they would cost in the hot loop',
  },
  {
    rule: 'function-lines',
    path: 'packages/web/src/products/spot/chart/chart-style.ts',
    reason: 'one table of looks',
  },
  {
    rule: 'function-lines',
    path: 'packages/server/src/products/market/routes.ts',
    reason: 'the list of calls, one after the other',
  },
  {
    rule: 'function-lines',
    path: 'packages/server/src/products/market/binance-api/index.ts',
    reason: 'the list of calls, one after the other',
  },
  {
    rule: 'function-lines',
    path: 'packages/server/src/products/spot/binance-api/',
    reason: 'lists of calls, one after the other',
  },
  {
    rule: 'file-lines',
    path: 'packages/ui/src/css/containers.css',
    reason: 'one style sheet for the family of boxes that hold other parts',
  },
  {
    rule: 'parameters',
    path: 'packages/web/src/entry.server.tsx',
    reason: 'the router calls this hook and chooses its parameters',
  },
  {
    rule: 'columns',
    path: 'packages/ui/src/css/fonts.css',
    reason: 'the address of a font file cannot be broken',
  },
  {
    rule: 'columns',
    path: 'packages/ui/src/fonts.ts',
    reason: 'the address of a font file cannot be broken',
  },
  {
    rule: 'file-lines',
    path: 'packages/ui/src/css/choices.css',
    reason: 'one style sheet for the family of controls that open a list',
  },
  {
    rule: 'file-lines',
    path: 'packages/core/src/event.ts',
    reason: 'one list of shapes; a reader looks for any event in one place',
  },
  {
    rule: 'parameters',
    path: 'packages/core/src/event-buffer.ts',
    reason: 'millions of events a second: an options object for each would be garbage',
  },
];
