// Where the nodes of chains are asked: in production a file of the data folder that the operator
// writes, read anew at each look, so that a node is changed without a start; in a sandbox the file
// that the local chains write. Names and passwords stand in it: nobody else may read it.
// Read by custody, and by the operator's tool for what a token's contract is.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '@isobath/wire/z';
import { keepSecret } from '../log/index.ts';
import { localChainFiles } from './files.ts';

const nodeUrl = z.url({ protocol: /^https?$/ });

const networkNodes = z
  .strictObject({
    /** The first is asked; what a deposit stands on the second one must say too. */
    urls: z.array(nodeUrl).min(1).max(2),
    /** That the one node is the operator's own, so that nobody else can lie about the chain. */
    isOwnNode: z.boolean().default(false),
  })
  .refine(({ urls, isOwnNode }) => urls.length === 2 || isOwnNode, 'two urls, or isOwnNode')
  .refine(
    ({ urls }) => new Set(urls.map((url) => new URL(url).host)).size === urls.length,
    'two urls of different hosts',
  );
const nodesFile = z.record(z.string().regex(/^[1-9]\d{0,4}$/, 'number of a network'), networkNodes);

/** Nodes of each network, by its number. */
export type ChainNodes = Readonly<Record<string, { readonly urls: readonly string[] }>>;

/** File of a production's nodes. */
export const chainNodesFile = (dataFolder: string): string =>
  join(dataFolder, 'chains', 'nodes.json');

const OTHERS = 0o077;

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function readLocal(dataFolder: string): ChainNodes {
  const text = readIfThere(localChainFiles(dataFolder).endpoints) ?? '{}';
  const urls = JSON.parse(text) as Readonly<Record<string, string>>;
  return Object.fromEntries(Object.entries(urls).map(([id, url]) => [id, { urls: [url] }]));
}

/** What is wrong is said without what was read: it holds passwords. */
function parseNodes(path: string, text: string): ChainNodes {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${path} is no JSON`);
  }
  const parsed = nodesFile.safeParse(value);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`${path} is not usable: ${names.join('; ')}`);
}

/**
 * Read where the nodes are.
 *
 * @returns none without a file: no network opens.
 * @throws Error for a file that is none, that others may read, or that names one node alone which
 *   is not the operator's own.
 */
export function readChainNodes({
  dataFolder,
  mode,
}: {
  readonly dataFolder: string;
  readonly mode: 'sandbox' | 'production';
}): ChainNodes {
  if (mode === 'sandbox') return readLocal(dataFolder);
  const path = chainNodesFile(dataFolder);
  const text = readIfThere(path);
  if (text === undefined) return {};
  if ((statSync(path).mode & OTHERS) !== 0) {
    throw new Error(`${path} can be read by others: allow its owner alone (chmod 600)`);
  }
  const nodes = parseNodes(path, text);
  // Keys of hosted nodes stand in the address itself.
  for (const { urls } of Object.values(nodes)) for (const url of urls) keepSecret(url);
  return nodes;
}
