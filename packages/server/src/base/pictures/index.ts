/** The pictures room's door: what uploaded bytes are, and pictures without what hides in them. */
export { cleanPicture } from './clean.ts';
export { readPicture } from '@isobath/wire/picture-size';
