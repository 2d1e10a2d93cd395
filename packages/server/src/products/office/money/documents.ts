// The document that a credit or debit rests on: taken as what its bytes are, kept sealed, opened
// for whoever may look. Not who that is, nor that the look is written down (routes.ts).
import { documentBytesMax, type documentTypes } from '@isobath/wire';
import { createHash } from 'node:crypto';
import type { Seal } from '../../../base/credentials/index.ts';
import { cleanPicture, readPicture } from '../../../base/pictures/index.ts';
import { refuse } from '../../../base/product/index.ts';

/** A document that may be kept. */
export interface Document {
  readonly name: string;
  readonly type: (typeof documentTypes)[number];
  readonly content: Buffer;
}

/** What an operator brought: a file in base64, or words. */
export interface Brought {
  readonly file?: { readonly name: string; readonly data: string } | undefined;
  readonly reference: string;
}

/** More dots are not decoded by anybody's browser. */
const PIXELS_MAX = 40_000_000;
const PDF_START = '%PDF-';
const ENDINGS = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const;
/** Signs that lead out of a folder, that systems forbid, or that nobody sees in a name. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;
const STEM_LENGTH_MAX = 80;

function readType(bytes: Buffer): { type: keyof typeof ENDINGS; content: Buffer } | undefined {
  if (bytes.length === 0 || bytes.length > documentBytesMax) return undefined;
  if (bytes.toString('latin1', 0, PDF_START.length) === PDF_START) {
    return { type: 'application/pdf', content: bytes };
  }
  const picture = cleanPicture(bytes);
  if (picture === undefined || picture.type === 'image/webp') return undefined;
  const size = readPicture(picture.content);
  if (size === undefined || size.widthPx * size.heightPx > PIXELS_MAX) return undefined;
  return { type: picture.type, content: picture.content };
}

/** A name whose ending says what the file is. */
function nameDocument(written: string, type: keyof typeof ENDINGS): string {
  const stem = written.replaceAll(UNFIT, '').replace(/\.[^.]*$/, '');
  return `${stem.trim().slice(0, STEM_LENGTH_MAX) || 'document'}.${ENDINGS[type]}`;
}

/** @throws document_unfit for nothing, for both, and for what is no PDF, PNG or JPEG. */
export function takeDocument({ file, reference }: Brought): Document {
  if ((file === undefined) === (reference === '')) throw refuse('document_unfit');
  if (file === undefined) {
    return { name: 'reference.txt', type: 'text/plain', content: Buffer.from(reference) };
  }
  const read = readType(Buffer.from(file.data, 'base64'));
  if (read === undefined) throw refuse('document_unfit');
  return { name: nameDocument(file.name, read.type), ...read };
}

/** As it is kept. */
export function sealDocument(seal: Seal, { content }: Document): Buffer {
  return seal.close(content.toString('base64'));
}

/** SHA-256 of what the document says, in hexadecimal digits. */
export function hashDocument({ content }: Document): string {
  return createHash('sha256').update(content).digest('hex');
}
