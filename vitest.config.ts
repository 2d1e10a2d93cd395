import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const journeys = 'packages/e2e/**/*.test.ts';
/** Programs, not people: they need no browser and mostly wait, so they may run beside others. */
const bots = 'packages/e2e/src/dialect/*.test.ts';

export default defineConfig({
  test: {
    // Time to give up on, not to expect: a busy machine is ten times slower than an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than processors: half of the long ones wait for processes that start and die.
    maxWorkers: 3,
    // The programs that tests start prepare their code once together, not once a data folder.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(
        new URL('node_modules/.cache/isobath/code', import.meta.url),
      ),
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['packages/!(e2e)/src/**/*.test.{ts,tsx}', bots, 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: [journeys],
          exclude: ['**/node_modules/**', bots],
          // One browser and one server at a time: a journey measures what a person would feel.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
    passWithNoTests: true,
  },
});
