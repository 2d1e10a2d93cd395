import { serviceFileBytesMax, type serviceFileTypes } from '@isobath/wire';

/** What a file is. */
export type ServiceFileType = (typeof serviceFileTypes)[number];

const signatures: readonly (readonly [ServiceFileType, string])[] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['application/pdf', '255044462d'],
];

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
 * Read what a file is from its bytes; its name is nobody's proof.
 *
 * @returns undefined when it is empty, too large, or nothing that may be sent.
 */
export function readFileType(content: Buffer): ServiceFileType | undefined {
  if (content.length === 0 || content.length > serviceFileBytesMax) return undefined;
  const head = content.subarray(0, 12).toString('hex');
  const found = signatures.find(([, signature]) => head.startsWith(signature));
  if (found !== undefined) return found[0];
  if (head.startsWith('52494646') && head.slice(16) === '57454250') return 'image/webp';
  return isPlainText(content) ? 'text/plain' : undefined;
}
