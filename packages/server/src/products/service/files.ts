import { serviceFileBytesMax, type serviceFileTypes } from '@isobath/wire';
import { cleanPicture } from '../../base/pictures/index.ts';

/** What a file is. */
export type ServiceFileType = (typeof serviceFileTypes)[number];

const PDF_START = '%PDF';

/** Endings of names by kind; the first is added where another stands. */
const endings: Readonly<Record<ServiceFileType, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'log'],
};

/** Signs that lead out of a folder, that systems forbid, or that nobody sees in a name. */
const unfit = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/**
 * Name a file so that whoever saves it gets what it is: a page or a program that calls itself one,
 * in a file of words, ends as words.
 */
export function nameFile(written: string, type: ServiceFileType): string {
  const name = written.replaceAll(unfit, '').trim();
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (endings[type].includes(ending)) return name;
  return `${name === '' ? 'file' : name}.${endings[type][0]}`;
}

function isPlainText(content: Buffer): boolean {
  if (content.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

/**
 * Take a file as what its bytes are; its name is nobody's proof. Of pictures only what is seen in
 * them is taken.
 *
 * @returns undefined when it is empty, too large, or nothing that may be sent.
 */
export function takeFile(bytes: Buffer): { type: ServiceFileType; content: Buffer } | undefined {
  if (bytes.length === 0 || bytes.length > serviceFileBytesMax) return undefined;
  const picture = cleanPicture(bytes);
  if (picture !== undefined) return picture;
  if (bytes.toString('latin1', 0, PDF_START.length) === PDF_START) {
    return { type: 'application/pdf', content: bytes };
  }
  return isPlainText(bytes) ? { type: 'text/plain', content: bytes } : undefined;
}
