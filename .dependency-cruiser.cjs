// The import law: each rule is one sentence of ARCHITECTURE.md.
// Not here: what a file may contain (tools/tidy) and purity of core (.oxlintrc.json).
// Read by tools/checks/import-law.ts, which also proves that every module was read.

const test = '\\.test\\.tsx?$';
const node = '(^|/)node_modules/';

/** One sentence of the law: what may not be imported from where. */
const forbid = (name, comment, ...[from, to]) => ({ name, comment, severity: 'error', from, to });

const everywhere = [
  forbid('no-circular', 'No file imports itself round a corner.', {}, { circular: true }),
  forbid('resolvable', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
  forbid(
    'doors-only',
    'A package is opened through its doors, never through a window.',
    { path: '^packages/([^/]+)/' },
    {
      path: '^packages/',
      pathNot: [
        '^packages/$1/',
        '^packages/[^/]+/src/index\\.tsx?$',
        '^packages/core/src/(math/index|command|event|reject|words)\\.ts$',
        '^packages/server/src/(engine/index|operator)\\.ts$',
        '\\.(css|json)$',
      ],
    },
  ),
  forbid(
    'engine-door-is-for-the-back-room',
    'The back doors of server are for operator, simulation and bench.',
    { path: '^packages/', pathNot: '^packages/(server|cli|sim|bench)/' },
    { path: '^packages/server/src/(engine/|operator\\.ts$)' },
  ),
  forbid(
    'only-base-talks-to-postgres',
    'Only server/base/db loads the database driver.',
    { path: '^(packages|tools)/', pathNot: '^packages/server/src/base/db/' },
    { path: `${node}(@types/)?(pg|kysely)` },
  ),
  forbid(
    'tools-stay-outside',
    'No package imports a tool of the house.',
    { path: '^packages/', pathNot: test },
    { path: '^tools/' },
  ),
];

const core = [
  forbid(
    'core-is-pure',
    'core imports nothing at all.',
    { path: '^packages/core/src/', pathNot: test },
    { pathNot: '^packages/core/src/' },
  ),
  forbid(
    'core-math-is-a-leaf',
    'core/math imports nothing but itself.',
    { path: '^packages/core/src/math/', pathNot: test },
    { pathNot: '^packages/core/src/math/' },
  ),
  forbid(
    'core-floors',
    'The floors of core know neither products nor the engine above them.',
    { path: '^packages/core/src/(ledger|book|risk|math)/', pathNot: test },
    { path: '^packages/core/src/(products/|engine\\.ts$)' },
  ),
];

const shapes = [
  forbid(
    'wire-only-zod',
    'wire imports zod and nothing else.',
    { path: '^packages/wire/src/', pathNot: test },
    { pathNot: `^packages/wire/src/|${node}zod/` },
  ),
  forbid(
    'sdk-only-wire',
    'sdk imports wire and nothing else.',
    { path: '^packages/sdk/src/', pathNot: test },
    { pathNot: '^packages/(sdk|wire)/src/' },
  ),
  forbid(
    'ui-knows-no-product',
    'ui imports no package of ours.',
    { path: '^packages/ui/src/' },
    { path: '^packages/', pathNot: '^packages/ui/src/' },
  ),
  forbid(
    'texts-alone',
    'texts imports no package of ours.',
    { path: '^packages/texts/src/' },
    { path: '^packages/', pathNot: '^packages/texts/' },
  ),
];

const browser = [
  forbid(
    'browser-not-server',
    'Nothing that runs in a browser imports the server.',
    { path: '^packages/(web|admin|ui|sdk|wire|texts)/' },
    { path: '^packages/server/' },
  ),
  forbid(
    'browser-sees-core-math-only',
    'The browser opens no part of core but math.',
    { path: '^packages/(web|admin)/' },
    { path: '^packages/core/src/', pathNot: '^packages/core/src/math/' },
  ),
  forbid(
    'shell-through-the-list',
    'The shell meets products only through products.ts.',
    { path: '^packages/(web|admin)/src/shell/' },
    { path: '^packages/$1/src/products/' },
  ),
];

const rooms = [
  forbid(
    'products-not-to-products',
    'A product never imports another product.',
    { path: '^packages/(core|wire|server|web|admin)/src/products/([^/.]+)' },
    {
      path: '^packages/$1/src/products/',
      pathNot: '^packages/$1/src/products/$2[/.]',
    },
  ),
  forbid(
    'products-not-to-top',
    'A product does not look up.',
    { path: '^packages/(server|web|admin)/src/products/', pathNot: test },
    { path: '^packages/$1/src/(edge/|shell/|sandbox/|main|products\\.ts)' },
  ),
  forbid(
    'base-not-up',
    'base looks neither up nor sideways.',
    { path: '^packages/(server|web|admin)/src/base/', pathNot: test },
    {
      path: '^packages/$1/src/(products[/.]|edge/|shell/|sandbox/|engine/|custody/|main)',
    },
  ),
  forbid(
    'engine-not-up',
    'engine and custody know neither products nor edge.',
    { path: '^packages/server/src/(engine|custody)/', pathNot: test },
    { path: '^packages/server/src/(products/|products\\.ts|edge/|sandbox/|main)' },
  ),
  forbid(
    'engine-through-its-door',
    'Products and sandbox use engine and custody through their doors.',
    { path: '^packages/server/src/(products|sandbox)/', pathNot: test },
    {
      path: '^packages/server/src/(engine|custody)/',
      pathNot: '^packages/server/src/(engine|custody)/index\\.ts$',
    },
  ),
  forbid(
    'edge-knows-no-product',
    'The edge knows no product, no engine, no custody by name.',
    { path: '^packages/server/src/edge/', pathNot: test },
    { path: '^packages/server/src/(products/|products\\.ts|engine/|custody/|sandbox/|main)' },
  ),
  forbid(
    'sandbox-through-the-ordinary-door',
    'The sandbox trades like anyone: it knows no product and no edge.',
    { path: '^packages/server/src/sandbox/', pathNot: test },
    { path: '^packages/server/src/(products/|products\\.ts|edge/|main)' },
  ),
];

const backRoom = [
  forbid(
    'server-not-to-the-back-room',
    'Nothing that serves people imports operator, simulation, bench or journeys.',
    { path: '^packages/(core|wire|sdk|texts|server|ui|web|admin)/' },
    { path: '^packages/(cli|sim|bench|e2e)/' },
  ),
  forbid(
    'outsiders-do-not-use-the-front-door-of-server',
    'Operator, simulation and bench come in through the engine and the operator door.',
    { path: '^packages/(cli|sim|bench|e2e)/', pathNot: test },
    { path: '^packages/server/src/', pathNot: '^packages/server/src/(engine/|operator\\.ts$)' },
  ),
  forbid(
    'journeys-use-the-sdk',
    'Journeys know the product as a stranger does: through sdk and wire.',
    { path: '^packages/e2e/' },
    { path: '^packages/', pathNot: '^packages/(e2e|sdk|wire)/' },
  ),
  forbid(
    'judge-is-independent',
    'The reference model shares words with the engine, never a rule or a calculation.',
    { path: '^packages/sim/src/model/', pathNot: test },
    {
      path: '^packages/',
      pathNot: [
        '^packages/sim/src/model/',
        '^packages/core/src/(command|event|reject|words)\\.ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'judge-stays-in-the-back-room',
    'The reference model opens core and nothing else of ours, and never its arithmetic.',
    { path: '^packages/sim/src/model/', pathNot: test },
    {
      path: '^packages/',
      pathNot: [
        '^packages/sim/src/model/',
        '^packages/core/src/(index|command|event|reject|words)\\.ts$',
      ],
    },
  ),
];

module.exports = {
  forbidden: [...everywhere, ...core, ...shapes, ...browser, ...rooms, ...backRoom],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|dist|\\.react-router|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
};
