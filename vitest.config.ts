import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take minutes: begun last, one would go on alone when all others are done. */
const longest = [
  'tools/start.test.ts',
  'chaos/chaos.test.ts',
  'tools/hostile.test.ts',
  'dialect/ccxt.test.ts',
  'tools/new-product.test.ts',
  'engine/process/process.test.ts',
  'tools/api-examples.test.ts',
  'db/embedded/backup.test.ts',
  'bench/src/core/stream.test.ts',
  'sweep/sweep.test.ts',
  'journeys/order-types.test.ts',
  'e2e/src/trade-page.test.ts',
  'journeys/gallery.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((end) => moduleId.endsWith(end));
      return place < 0 ? longest.length : place;
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
    // One more than processors: half of the long ones wait for processes that start and die.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
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
    globalSetup: ['packages/e2e/src/stage/set-up-run.ts'],
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
