// What the browser gets of the package texts: catalogues whose files are named by one rule, so that
// the first load carries the rule and not two hundred names with a hash each. Only those a page
// asks for: not the ones that only the server or the operators' console reads.
// Not for pages rendered on the server, which use texts itself. Called by vite.config.ts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Words for search engines, of the console, of answers and of mails: no page asks for them. */
const absent = new Set(['about', 'admin', 'errors', 'mail']);

const list = /^export const loaders = \{$[\s\S]*?^\} as const/m;
const entry = /import\('\.\/(\w+)\/([\w-]+)\.json'/g;

interface Catalogue {
  readonly locale: string;
  readonly namespace: string;
  /** The catalogue as one line. */
  readonly line: string;
}

function readCatalogues(code: string, folder: string): Catalogue[] {
  return [...code.matchAll(entry)]
    .map(([, locale = '', namespace = '']) => ({ locale, namespace }))
    .filter(({ namespace }) => !absent.has(namespace))
    .map(({ locale, namespace }) => {
      const text = readFileSync(join(folder, locale, `${namespace}.json`), 'utf8');
      return { locale, namespace, line: JSON.stringify(JSON.parse(text)) };
    });
}

/** One text that is parsed: smaller and sooner there than a name a sentence. */
function writeModule(line: string): string {
  return `export default JSON.parse('${line.replaceAll(/[\\']/g, String.raw`\$&`)}')`;
}

/** The same list, made where it is read. Each language has every part (texts.test.ts holds it). */
function writeList(catalogues: readonly Catalogue[], hash: string): string {
  const [locales, parts] = (['locale', 'namespace'] as const).map((name) =>
    JSON.stringify([...new Set(catalogues.map((each) => each[name]))]),
  );
  return `export const loaders = Object.fromEntries(${parts}.map((part) => [part,
    Object.fromEntries(${locales}.map((locale) => [locale,
      () => import(/* @vite-ignore */ \`./\${locale}-\${part}-${hash}.js\`)]))]))`;
}

/** Give the browser the small list of catalogues, and their files. */
export function browserTexts(): Plugin {
  return {
    name: 'isobath:browser-texts',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /[\\/]texts[\\/]src[\\/]loaders\.ts$/ },
      handler(code, id) {
        if (!list.test(code)) throw new Error(`${id} has no list of loaders`);
        const catalogues = readCatalogues(code, dirname(id));
        const hash = createHash('sha256').update(JSON.stringify(catalogues)).digest('hex');
        const short = hash.slice(0, 8);
        for (const { locale, namespace, line } of catalogues) {
          const fileName = `assets/${locale}-${namespace}-${short}.js`;
          this.emitFile({ type: 'asset', fileName, source: writeModule(line) });
        }
        return { code: code.replace(list, () => writeList(catalogues, short)), map: null };
      },
    },
  };
}
