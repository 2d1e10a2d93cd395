// The programs that the reference shows for its calls, written to files and run as a reader would.
// It is not part of the product. Called by api-examples.test.ts and api-examples.prove.ts.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { type Route, routes } from '@isobath/wire';
import { expect } from 'vitest';
import {
  type KeyPair,
  makeTrader,
  waitForMarket,
} from '../../packages/e2e/src/binance-api/client.ts';
import { type StagedServer, startServer } from '../../packages/e2e/src/fixture/server.ts';
import {
  type CodeLanguage,
  codeLanguages,
  writeCode,
} from '../../packages/web/src/products/site/reference/code.ts';
import {
  findCall,
  type ReferenceDocument,
} from '../../packages/web/src/products/site/reference/reference.ts';
import { examples, refusedExamples } from '../api/examples.ts';
import { house } from '../checks/test-workspace.ts';

const document = JSON.parse(
  readFileSync(join(house, 'docs/api/openapi.json'), 'utf8'),
) as ReferenceDocument;
const run = promisify(execFile);

/** Every call of the reference. */
export const documentedIds: readonly string[] = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId }) => operationId),
);

/** A call by its name, such as `api-orders.place`. */
export function findRoute(id: string): Route {
  const [product = '', name = ''] = id.split('.');
  const owned = (routes as Readonly<Record<string, Readonly<Record<string, Route>>>>)[product];
  const route = owned?.[name];
  if (route === undefined) throw new Error(`no call ${id}`);
  return route;
}

/** Calls of one kind have programs that differ by path and parameters alone. */
export function kindOf(id: string): string {
  const { method, role } = findRoute(id);
  const hasParameters = Object.keys(examples[id] ?? {}).length > 0;
  return `${method} ${role}${hasParameters ? ' with parameters' : ''}`;
}

/** How a program in each language is kept, run, and asked for. */
const TOOLS: Readonly<
  Record<CodeLanguage, { file: string; command: readonly string[]; version: readonly string[] }>
> = {
  curl: { file: 'call.sh', command: ['bash'], version: ['curl', '--version'] },
  TypeScript: {
    file: 'call.mts',
    command: [process.execPath],
    version: [process.execPath, '--version'],
  },
  Python: { file: 'call.py', command: ['python3'], version: ['python3', '--version'] },
  Go: { file: 'call.go', command: ['go', 'run'], version: ['go', 'version'] },
};

/** Languages that this machine has: of the others no test says that it ran. */
export async function findLanguages(): Promise<CodeLanguage[]> {
  const isHere = ([program = '', ...words]: readonly string[]) =>
    run(program, words).then(
      () => true,
      () => false,
    );
  const found = await Promise.all(codeLanguages.map((language) => isHere(TOOLS[language].version)));
  return codeLanguages.filter((_language, at) => found[at]);
}

/** Complains about programs that the language would not take, those of every call at once. */
const CHECKS: Readonly<Record<CodeLanguage, readonly string[]>> = {
  curl: ['bash', '-c', 'for file in */call.sh; do bash -n "$file" || exit 1; done'],
  TypeScript: [
    'bash',
    '-c',
    '"$0" "$1" --noEmit --singleThreaded --strict --module nodenext --types node ' +
      '--typeRoots "$2" */call.mts',
    process.execPath,
    join(house, 'node_modules/ts7/bin/tsc'),
    join(house, 'node_modules/@types'),
  ],
  Python: ['python3', '-W', 'error', '-m', 'compileall', '-q', '.'],
  Go: ['bash', '-c', 'printf "module calls\\n" > go.mod && ! gofmt -d . | grep . && go vet ./...'],
};

/** A reader with a key on a started server, who copies programs from the page. */
export class Reader {
  readonly server: StagedServer;
  readonly keys: KeyPair;
  readonly #folder = mkdtempSync(join(tmpdir(), 'examples-'));
  /** What a reader has from calls before, by its place in the examples. */
  readonly #known = new Map<string, string>();

  private constructor(server: StagedServer, keys: KeyPair) {
    this.server = server;
    this.keys = keys;
  }

  /** Start a server and make the reader. */
  static async open(): Promise<Reader> {
    const server = await startServer();
    const keys = await makeTrader(server.dataFolder, 'reader', {
      permissions: 'read,spot,transfer',
    });
    await waitForMarket(server.address);
    return new Reader(server, keys);
  }

  /** Stop the server. */
  async close(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
    await this.server.stop();
  }

  /** Keep the program for a call as the page shows it, filled in. @returns its file. */
  #write(id: string, language: CodeLanguage): string {
    const call = findCall(document, id);
    if (call === undefined) throw new Error(`no call ${id}`);
    let text = writeCode(call, this.server.address, language);
    for (const [placed, value] of this.#known) text = text.replaceAll(placed, value);
    const own = join(this.#folder, language, id.replace('.', '-'));
    mkdirSync(own, { recursive: true });
    const file = join(own, TOOLS[language].file);
    writeFileSync(file, `${text}\n`);
    return file;
  }

  /** Run a program with their key in the environment. @returns what it printed. */
  async #run(id: string, language: CodeLanguage): Promise<string> {
    const [program = '', ...words] = TOOLS[language].command;
    const env = { ...process.env, KEY: this.keys.apiKey, SECRET: this.keys.secret };
    const { stdout } = await run(program, [...words, this.#write(id, language)], { env });
    return stdout;
  }

  /** The programs of these calls, one after the other, print what the calls answer. */
  async expectAnswers(ids: readonly string[], language: CodeLanguage): Promise<void> {
    for (const id of ids) {
      const said = await this.#run(id, language);
      const reported = Object(JSON.parse(said)) as Record<string, unknown>;
      const { code, listenKey, orderListId } = reported;
      const refusal = refusedExamples[id];
      if (refusal !== undefined) expect({ id, code }).toEqual({ id, code: refusal });
      else expect({ id, said, isRefused: Number(code) < 0 }).toMatchObject({ isRefused: false });
      if (listenKey !== undefined) this.#known.set('LISTEN_KEY', String(listenKey));
      if (id === 'api-lists.placeOco') {
        this.#known.set('orderListId=1', `orderListId=${orderListId}`);
      }
    }
  }

  /** What the language's own tools complain of in the programs of every call. */
  async complainAboutAll(language: CodeLanguage): Promise<string> {
    const withPrograms = documentedIds.filter((id) => findCall(document, id)?.isForm === false);
    for (const id of withPrograms) this.#write(id, language);
    const [program = '', ...words] = CHECKS[language];
    return run(program, words, { cwd: join(this.#folder, language) }).then(
      () => '',
      (error: Error & { stdout: string }) => error.message + error.stdout,
    );
  }
}
