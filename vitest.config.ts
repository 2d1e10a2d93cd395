import { defineConfig } from 'vitest/config';

const journeys = 'packages/e2e/**/*.test.ts';

export default defineConfig({
  test: {
    // Time to give up on, not to expect: a busy machine is ten times slower than an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', journeys],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: [journeys],
          exclude: ['**/node_modules/**'],
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
