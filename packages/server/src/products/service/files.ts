import { serviceFileBytesMax, type serviceFileTypes } from '@isobath/wire';

/** What a file is. */
export type ServiceFileType = (typeof serviceFileTypes)[number];

const signatures: readonly (readonly [ServiceFileType, string])[] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['application/pdf', '255044462d'],
];

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
