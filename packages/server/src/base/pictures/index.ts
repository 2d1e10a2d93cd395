/** The pictures room's door: what uploaded bytes are, and pictures without what hides in them. */
export { cleanPicture } from './clean.ts';
export { remakePicture } from './remake.ts';
export { readPicture } from '@isobath/wire/picture-size';
