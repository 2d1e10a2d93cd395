// Pictures before they are sent: drawn anew, so that place and camera stay with the person, and
// made small enough. What cannot be drawn is no picture. Not here: sending.
import { feedbackLimits } from '@isobath/wire';
import { openPicture } from '../../../base/open-picture.ts';

/** A picture ready to be sent. */
export interface ReadyPicture {
  readonly key: string;
  readonly type: 'image/jpeg';
  /** Bytes as base64. */
  readonly content: string;
  /** For showing it on the page; give it back with `URL.revokeObjectURL`. */
  readonly url: string;
  readonly name: string;
}

const EDGE_MAX = 2_000;
const QUALITIES = [0.85, 0.7, 0.5] as const;
const FILE_BYTES_MAX = 25_000_000;

function draw(picture: ImageBitmap, edgeMax: number): HTMLCanvasElement {
  const share = Math.min(1, edgeMax / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * share));
  canvas.height = Math.max(1, Math.round(picture.height * share));
  const surface = canvas.getContext('2d');
  if (surface !== null) {
    // What was see-through becomes paper, not black.
    surface.fillStyle = '#ffffff';
    surface.fillRect(0, 0, canvas.width, canvas.height);
    surface.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
}

async function shrink(picture: ImageBitmap): Promise<Blob | null> {
  for (const edgeMax of [EDGE_MAX, EDGE_MAX / 2]) {
    const canvas = draw(picture, edgeMax);
    for (const quality of QUALITIES) {
      const blob = await encode(canvas, quality);
      if (blob !== null && blob.size <= feedbackLimits.pictureBytesMax) return blob;
    }
  }
  return null;
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(text);
}

/**
 * Make a chosen file ready.
 *
 * @returns null when it is no picture, or cannot be made small enough.
 */
export async function readyPicture(file: File): Promise<ReadyPicture | null> {
  if (file.size > FILE_BYTES_MAX || !/^image\/(png|jpeg|webp)$/.test(file.type)) return null;
  const picture = await openPicture(file);
  const blob = picture === null ? null : await shrink(picture);
  picture?.close();
  if (blob === null) return null;
  return {
    key: crypto.randomUUID(),
    type: 'image/jpeg',
    content: await toBase64(blob),
    url: URL.createObjectURL(blob),
    name: file.name,
  };
}
