// A chosen file as a picture in memory. What it would take is read from its first bytes, before
// anything unpacks it: a small file may be a picture of gigabytes. Used by every upload.
import { isDecodable } from '@isobath/wire/picture-size';

/** Sizes stand in front: behind a camera's words and colours, but never so far behind. */
const HEAD_BYTES = 1_048_576;

/** Decode a file. @returns null when it is no picture, or too large to be decoded. */
export async function openPicture(file: File): Promise<ImageBitmap | null> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (!isDecodable(head)) return null;
  return createImageBitmap(file).catch(() => null);
}
