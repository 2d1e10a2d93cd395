// The bill of materials (CycloneDX) and the page of licences of others, made from the lock file
// alone: the same lock file gives the same bytes, on every machine.
// Not edited by hand: the check compares them with what this would write now.
// Listed in tools/generators.ts.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Generator } from './generator.ts';

const BILL = 'bill-of-materials.cdx.json';
const LICENCES = 'THIRD-PARTY.md';

/** What a lock file says of one folder. */
interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, Entry>>;

/** A package of others, whatever number of folders it lies in. */
interface Component {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly integrity: string;
  /** Only what builds, checks and tests needs it. */
  readonly isDevelopment: boolean;
  readonly folders: string[];
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13);
const isOthers = ([path, entry]: [string, Entry]) =>
  path.includes('node_modules/') && entry.link !== true;

/** Licences that a package names in a form npm does not read; looked up in the package itself. */
const namedElsewhere: ReadonlyMap<string, string> = new Map([['memorystream@0.3.1', 'MIT']]);

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** All packages of others, each once, by name and version. */
function listComponents(packages: Packages): Component[] {
  const found = new Map<string, Component>();
  for (const [path, entry] of Object.entries(packages).filter(isOthers)) {
    const name = entry.name ?? nameOf(path);
    const version = entry.version ?? '';
    const before = found.get(`${name}@${version}`);
    const isDevelopment = (before?.isDevelopment ?? true) && entry.dev === true;
    found.set(`${name}@${version}`, {
      name,
      version,
      license: entry.license ?? namedElsewhere.get(`${name}@${version}`) ?? '',
      integrity: entry.integrity ?? '',
      isDevelopment,
      folders: [...(before?.folders ?? []), path],
    });
  }
  return [...found.values()].sort(
    (one, other) => compare(one.name, other.name) || compare(one.version, other.version),
  );
}

const purlOf = (name: string, version: string) =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

function describeLicense(license: string): object {
  if (license === '') return {};
  const isExpression = / (AND|OR|WITH) /.test(license);
  const isId = /^[A-Za-z0-9.+-]+$/.test(license);
  if (isExpression) return { licenses: [{ expression: license.replace(/^\((.*)\)$/, '$1') }] };
  return { licenses: [{ license: isId ? { id: license } : { name: license } }] };
}

function describeHash(integrity: string): object {
  const [algorithm = '', digest = ''] = integrity.split(' ')[0]?.split('-') ?? [];
  const alg = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' }[algorithm];
  if (alg === undefined) return {};
  return { hashes: [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }] };
}

function describeComponent(component: Component): object {
  const { name, version, license, integrity, isDevelopment } = component;
  const [group, bare] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type: 'library',
    'bom-ref': purlOf(name, version),
    ...(group === undefined ? {} : { group }),
    name: bare,
    version,
    scope: isDevelopment ? 'excluded' : 'required',
    purl: purlOf(name, version),
    ...describeLicense(license),
    ...describeHash(integrity),
  };
}

/** The folder that a name leads to from another one, as Node looks for it. */
function findFolder(packages: Packages, from: string, name: string): string | undefined {
  for (let at = from; ; ) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (path in packages) return path;
    if (at === '') return undefined;
    const end = at.lastIndexOf('/node_modules/');
    at = end < 0 ? '' : at.slice(0, end);
  }
}

function listRefs(packages: Packages, folder: string): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } =
    packages[folder] ?? {};
  const names = Object.keys({
    ...dependencies,
    ...(folder.includes('node_modules/') ? {} : devDependencies),
    ...optionalDependencies,
    ...peerDependencies,
  });
  return names.flatMap((name) => {
    const found = findFolder(packages, folder, name);
    const entry = found === undefined ? undefined : packages[found];
    if (found === undefined || entry === undefined || entry.link === true) return [];
    return [purlOf(entry.name ?? nameOf(found), entry.version ?? '')];
  });
}

function makeBill(packages: Packages, components: readonly Component[]): string {
  const { name = 'isobath', version = '' } = packages[''] ?? {};
  const ref = purlOf(name, version);
  const unique = (refs: readonly string[]) => [...new Set(refs)].sort(compare);
  const ours = Object.keys(packages).filter((path) => !path.includes('node_modules/'));
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': ref, name, version } },
    components: components.map(describeComponent),
    dependencies: [
      { ref, dependsOn: unique(ours.flatMap((path) => listRefs(packages, path))) },
      ...components.map((one) => ({
        ref: purlOf(one.name, one.version),
        dependsOn: unique(one.folders.flatMap((path) => listRefs(packages, path))),
      })),
    ],
  };
  return `${JSON.stringify(bill, null, 1)}\n`;
}

function makePage(components: readonly Component[]): string {
  const counts = new Map<string, number>();
  for (const { license } of components) counts.set(license, (counts.get(license) ?? 0) + 1);
  const rows = [...counts].sort(([one, a], [other, b]) => b - a || compare(one, other));
  const show = (license: string) => (license === '' ? 'not said' : license);
  const list = (isDevelopment: boolean) =>
    components
      .filter((one) => one.isDevelopment === isDevelopment)
      .map((one) => `| ${one.name} | ${one.version} | ${show(one.license)} |`);
  return [
    '# Software of others',
    '',
    '<!-- Written by tools/make-bill-of-materials.ts from package-lock.json: npm run generate. -->',
    '',
    `What npm installs, with the licence that each package names. Their texts lie beside them in`,
    '`node_modules`. The same for programs, with checksums and who needs what: [' +
      `${BILL}](${BILL}) (CycloneDX 1.6).`,
    '',
    '| licence | packages |',
    '| --- | --- |',
    ...rows.map(([license, count]) => `| ${show(license)} | ${count} |`),
    '',
    '## Part of an installation',
    '',
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...list(false),
    '',
    '## For checks and tests only',
    '',
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...list(true),
    '',
  ].join('\n');
}

/** Writes the bill of materials and the page of licences. */
export const billOfMaterials: Generator = {
  name: 'bill of materials',
  async generate(root) {
    const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
    const { packages } = JSON.parse(text) as { packages: Packages };
    const components = listComponents(packages);
    return new Map([
      [BILL, makeBill(packages, components)],
      [LICENCES, makePage(components)],
    ]);
  },
  list: (root) => [BILL, LICENCES].filter((file) => existsSync(join(root, file))),
};
