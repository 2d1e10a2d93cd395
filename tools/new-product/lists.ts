// The lists that name every product, and how a line is put into them and taken out again.
// Not here: the product's own files (templates.ts).
// Used by tools/new-product.ts.

import type { ProductNames } from './names.ts';

/** One line (or a few) of a list: put before the first line that starts with `before`. */
export interface ListEntry {
  readonly file: string;
  readonly before: string;
  readonly text: string;
}

/** Every entry a product needs, by hand: nothing is found by scanning. */
export function listEntries(names: ProductNames): ListEntry[] {
  const { kebab, camel, pascal } = names;
  const wire = 'packages/wire/src/products.ts';
  const page = [
    '  {',
    `    path: '${kebab}',`,
    `    file: 'products/${kebab}/${pascal}Page.tsx',`,
    "    role: 'public',",
    '    isCacheable: true,',
    '  },',
  ];
  const key = camel === kebab ? camel : `'${kebab}'`;
  return [
    {
      file: 'packages/core/src/index.ts',
      before: "export * from './reject.ts'",
      text: `export * from './products/${kebab}/index.ts';`,
    },
    {
      file: wire,
      before: '',
      text: `import { ${camel}Routes } from './products/${kebab}.ts';`,
    },
    {
      file: wire,
      before: "export * from './route.ts'",
      text: `export * from './products/${kebab}.ts';`,
    },
    {
      file: wire,
      before: '} as const',
      text: [
        `  ${key}: {`,
        "    packages: ['core', 'wire', 'server', 'web', 'admin'],",
        `    routes: ${camel}Routes,`,
        '  },',
      ].join('\n'),
    },
    {
      file: 'packages/server/src/modules.ts',
      before: '',
      text: `import { ${camel}Module } from './products/${kebab}/module.ts';`,
    },
    { file: 'packages/server/src/modules.ts', before: '];', text: `  ${camel}Module,` },
    { file: 'packages/web/src/products.ts', before: '];', text: page.join('\n') },
    {
      file: 'packages/admin/src/products.ts',
      before: '',
      text: `import { ${camel}Pages } from './products/${kebab}/index.ts';`,
    },
    { file: 'packages/admin/src/products.ts', before: '];', text: `  ...${camel}Pages,` },
  ];
}

/**
 * Put an entry into the text of its list; an empty `before` means: before the first empty line.
 *
 * @throws Error when the list has no such place or has the entry already.
 */
export function putEntry(list: string, { file, before, text }: ListEntry): string {
  if (list.includes(`${text}\n`)) throw new Error(`${file} has it already`);
  const lines = list.split('\n');
  const at = lines.findIndex((line) => (before === '' ? line === '' : line.startsWith(before)));
  if (at < 0) throw new Error(`${file} has no line that starts with "${before}"`);
  return [...lines.slice(0, at), text, ...lines.slice(at)].join('\n');
}

/** Take an entry out again; a list without it stays as it is. */
export function takeEntry(list: string, { text }: ListEntry): string {
  return list.replace(`${text}\n`, '');
}
