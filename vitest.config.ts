import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Begun first: those that take longest, since one that is begun last goes on alone when all others
 * are done; and those on a server with a simulated market, which ends when none is left.
 */
const first = [
  'chaos/chaos.test.ts',
  'server/src/on-chains.test.ts',
  'e2e/src/trade-page.test.ts',
  'journeys/steady-pages.test.ts',
  'journeys/shell.test.ts',
  'journeys/numbers.test.ts',
  'binance-api/ccxt.test.ts',
  'binance-api/streams.test.ts',
  'binance-api/connector.test.ts',
  'tools/api-examples.test.ts',
  'sweep/sweep.test.ts',
  'tools/start.test.ts',
  'tools/new-product.test.ts',
  'tools/hostile.test.ts',
  'sim/src/l1/l1.test.ts',
  'journeys/order-types.test.ts',
  'journeys/gallery.test.ts',
];

class GivenFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = first.findIndex((end) => moduleId.endsWith(end));
      return place < 0 ? first.length : place;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, two) => placeOf(one) - placeOf(two));
  }
}

export default defineConfig({
  test: {
    // Time to give up on, not to expect: a busy machine is ten times slower than an idle one.
    testTimeout: 480_000,
    hookTimeout: 480_000,
    expect: { poll: { timeout: 120_000 } },
    // What was found is said whole: a list of one is not worth knowing.
    chaiConfig: { truncateThreshold: 0 },
    // One more than processors: half of the long ones wait for processes that start and die.
    maxWorkers: 3,
    sequence: { sequencer: GivenFirst },
    // What a hundred files import is read once a worker: a third of their time. Each file puts
    // back what it has changed, and takes a database of its own.
    isolate: false,
    // The programs that tests start prepare their code once together, not once a data folder.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(
        new URL('node_modules/.cache/isobath/code', import.meta.url),
      ),
      // A hundred starts, and no test asks how fast the first orders are.
      ISOBATH_WARM_UP: 'off',
    },
    // Shared servers are started and stopped around all files; each file is watched.
    globalSetup: ['packages/e2e/src/fixture/set-up-run.ts'],
    setupFiles: ['tools/testing/each-file.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'tests', include: ['{packages,tools}/**/*.test.{ts,tsx}'] },
      },
      {
        // The long proofs: `npm run prove` runs them, one file at a time (tools/prove/parts.ts).
        extends: true,
        test: {
          name: 'prove',
          include: ['{packages,tools}/**/*.prove.ts'],
          fileParallelism: false,
        },
      },
    ],
    passWithNoTests: true,
  },
});
