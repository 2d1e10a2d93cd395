/** The packed room's door. */
export { type Encoding, encodings, packFiles, precompressedPath } from './precompressed.ts';
