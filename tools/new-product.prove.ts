// A new product is made in a copy of the whole workspace, checked by every step of the check,
// built, started, opened and taken away again. In short: new-product.test.ts.

import { expect, test } from 'vitest';
import { format } from './checks/format.ts';
import { importLaw } from './checks/import-law.ts';
import { lint } from './checks/lint.ts';
import type { Finding, Step } from './checks/step.ts';
import { types } from './checks/types.ts';
import { unused } from './checks/unused.ts';
import {
  productName,
  runInCopy,
  runTestsInCopy,
  tryNewProduct,
} from './testing/new-product-house.ts';
import { tidy } from './tidy/tidy.ts';

/** Builds what the browser loads, as a start does: the journey's own start has not the time. */
const building = `
import { buildBrowserPart } from './src/launch/browser-part.ts';

await buildBrowserPart(process.argv[2], () => {}, new AbortController().signal);
process.exit(0);
`;

async function findingsAbout(root: string, step: Step): Promise<Finding[]> {
  const { findings } = await step.run(root);
  const isOurs = ({ file, message }: Finding) => /tulip-?fund/i.test(`${file} ${message}`);
  return findings.filter(isOurs);
}

test('a product is made, checked, built, opened and deleted without a trace', async () => {
  await tryNewProduct(async (root) => {
    for (const step of [format, types, lint, importLaw, tidy, unused]) {
      expect(await findingsAbout(root, step), step.name).toEqual([]);
    }
    runInCopy(root, {
      folder: 'packages/server',
      parameters: ['--input-type=module-typescript', '-', root],
      input: building,
    });
    // Its journey starts it and opens its two pages.
    runTestsInCopy(root, [`packages/e2e/src/journeys/${productName}.test.ts`]);
  });
}, 1_800_000);
