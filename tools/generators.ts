// The files that programs write: which program writes which.
// Not here: how any of them is written.
// Read by tools/generate.ts (writes) and tools/checks/generated.ts (compares).

import type { Generator } from './generator.ts';
import { accessDocs } from './make-access-docs.ts';
import { apiDocs } from './make-api-docs.ts';
import { billOfMaterials } from './make-bill-of-materials.ts';
import { commandDocs } from './make-command-docs.ts';
import { contracts } from './make-contracts.ts';
import { plannedDocs } from './make-planned-docs.ts';
import { provedDocs } from './make-proved-docs.ts';
import { textLoaders } from './make-text-loaders.ts';

/** Every generator, by hand: nothing is found by scanning. */
export const generators: readonly Generator[] = [
  apiDocs,
  accessDocs,
  commandDocs,
  plannedDocs,
  provedDocs,
  billOfMaterials,
  textLoaders,
  contracts,
];
