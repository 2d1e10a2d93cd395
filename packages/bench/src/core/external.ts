// Engines that ran elsewhere on the same bytes, by the document each of them left: what it has to
// say, and how the core compares. Not here: the engines; none of them is part of the repository.
// Called by run.ts, which reads before anything is measured, and by bench-core.ts.
import { readFileSync } from 'node:fs';
import { z } from '@isobath/wire';
import { readLevel } from './levels.ts';
import { streamA1, streamA100 } from './stream.ts';

/** Exit code of the bench for a document that cannot be compared with. */
export const EXTERNAL_REFUSED = 65;

const streams = { A1: streamA1, A100: streamA100 } as const;
/** Levels of the engines we know, by name and stream. */
const levels = {
  'liquibook A1': 'G1',
  'liquibook A100': 'G2',
  'exchange-core A1': 'G3',
  'exchange-core A100': 'G4',
} as const;

const Document = z
  .strictObject({
    name: z.string().min(1).max(40),
    stream: z.enum(['A1', 'A100']),
    streamSha256: z.string().regex(/^[0-9a-f]{64}$/, 'is 64 hexadecimal digits in small letters'),
    tradeHash: z.number().int().min(0).max(0xffffffff),
    commandsPerSecond: z.number().positive(),
  })
  .superRefine(({ stream, streamSha256, tradeHash }, context) => {
    const { sha256, tradeHash: expected } = streams[stream];
    if (streamSha256 !== sha256) {
      const message = `is not that of ${stream}, ${sha256}: it ran on other bytes`;
      context.addIssue({ code: 'custom', path: ['streamSha256'], message });
    }
    if (tradeHash !== expected) {
      const message = `is not that of ${stream}, ${expected}: it made other trades`;
      context.addIssue({ code: 'custom', path: ['tradeHash'], message });
    }
  });

/** What an engine that ran elsewhere says of itself. */
export type ExternalEngine = z.infer<typeof Document>;

/** A document that says nothing the core can be compared with. */
export class ExternalRefusal extends Error {}

/**
 * Read one document.
 *
 * @param from - where it comes from, for the refusal.
 * @throws ExternalRefusal naming the first field that is wrong.
 */
export function readExternal(text: string, from: string): ExternalEngine {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new ExternalRefusal(`${from}: is no JSON`);
  }
  const read = Document.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new ExternalRefusal(`${from}: ${field === '' ? '' : `${field} `}${issue?.message ?? ''}`);
}

/** Read the documents of a list of files. @throws ExternalRefusal for the first that is wrong. */
export function loadExternals(files: readonly string[]): ExternalEngine[] {
  return files.map((file) => {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      throw new ExternalRefusal(`${file}: cannot be read`);
    }
    return readExternal(text, file);
  });
}

/** How the core compares with one of them; engines without a level have only the ratio. */
export interface ExternalRatio {
  readonly name: string;
  readonly value: number;
  /** The least it must be, where there is a level. */
  readonly least?: number;
}

/** @param coreRate - the core's commands a second on the engine's stream. */
export function compareExternal(engine: ExternalEngine, coreRate: number): ExternalRatio {
  const subject = `${engine.name} ${engine.stream}`;
  const value = coreRate / engine.commandsPerSecond;
  const level = Object.entries(levels).find(([known]) => known === subject)?.[1];
  const name = `core / ${engine.name}, ${engine.stream}`;
  return level === undefined
    ? { name, value }
    : { name: `${level} ${name}`, value, least: readLevel(level) };
}
