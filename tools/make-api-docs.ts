// The API reference in docs/api and the table of refusals in docs/errors.md, made from wire.
// Not edited by hand: the check compares them with what this would write now.
// Listed in tools/generators.ts.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Route, routes } from '@isobath/wire';
import { makeOpenApi } from './api/openapi.ts';
import { makeErrorsPage, makeIndexPage, makeProductPage } from './api/pages.ts';
import type { Generator } from './generator.ts';

const folder = 'docs/api';
const errorsFile = 'docs/errors.md';

/** Writes docs/api and docs/errors.md. */
export const apiDocs: Generator = {
  name: 'api reference',
  async generate(root) {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    const files = new Map<string, string>();
    files.set(`${folder}/README.md`, makeIndexPage());
    for (const [product, owned] of Object.entries<Readonly<Record<string, Route>>>(routes)) {
      files.set(`${folder}/${product}.md`, makeProductPage(product, owned));
    }
    files.set(`${folder}/openapi.json`, makeOpenApi(version));
    files.set(errorsFile, makeErrorsPage(root));
    return files;
  },
  list(root) {
    const path = join(root, folder);
    const pages = existsSync(path) ? readdirSync(path).map((name) => `${folder}/${name}`) : [];
    return existsSync(join(root, errorsFile)) ? [...pages, errorsFile] : pages;
  },
};
