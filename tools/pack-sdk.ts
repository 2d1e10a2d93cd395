// `node tools/pack-sdk.ts FOLDER`: the sdk and the shapes it speaks as packages for a registry:
// plain JavaScript, types, README, examples. It publishes nothing. Called by whoever releases.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly dependencies?: Record<string, string>;
}

function compile(outFolder: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'pack-sdk-'));
  const project = join(folder, 'tsconfig.json');
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      lib: ['es2024', 'dom'],
      typeRoots: [join(root, 'node_modules/@types')],
      rootDir: join(root, 'packages'),
      outDir: outFolder,
      paths: { '@isobath/wire': [join(root, 'packages/wire/src/index.ts')] },
    },
    include: [join(root, 'packages/sdk/src'), join(root, 'packages/wire/src')],
    // Names here are looked for from the project's own folder, which is elsewhere.
    exclude: [join(root, 'packages/*/src/**/*.test.ts')],
  };
  writeFileSync(project, JSON.stringify(settings));
  const words = [join(root, 'node_modules/ts7/bin/tsc'), '--singleThreaded', '-p', project];
  execFileSync(process.execPath, words, { stdio: 'inherit' });
  rmSync(folder, { recursive: true });
}

/** The project's own licence holds for what is packed of it. */
function readLicense(): string {
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly license: string;
  };
  return project.license;
}

function makeManifest({ name, version, description, dependencies }: Manifest) {
  return {
    name,
    version,
    description,
    license: readLicense(),
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    sideEffects: false,
    files: ['dist', 'examples', 'README.md'],
    engines: { node: '>=22' },
    ...(dependencies === undefined ? {} : { dependencies }),
  };
}

/**
 * Make the packages.
 *
 * @param folder - gets `sdk` and `wire`, each ready for `npm pack`.
 */
export function packSdk(folder: string): void {
  const compiled = mkdtempSync(join(tmpdir(), 'pack-sdk-out-'));
  compile(compiled);
  for (const name of ['sdk', 'wire']) {
    const source = join(root, 'packages', name);
    const target = join(folder, name);
    mkdirSync(target, { recursive: true });
    cpSync(join(compiled, name, 'src'), join(target, 'dist'), { recursive: true });
    cpSync(join(source, 'README.md'), join(target, 'README.md'));
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
    writeFileSync(
      join(target, 'package.json'),
      `${JSON.stringify(makeManifest(manifest), null, 2)}\n`,
    );
  }
  cpSync(join(root, 'packages/sdk/examples'), join(folder, 'sdk/examples'), { recursive: true });
  rmSync(compiled, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('node tools/pack-sdk.ts FOLDER');
    process.exitCode = 64;
  } else packSdk(resolve(folder));
}
