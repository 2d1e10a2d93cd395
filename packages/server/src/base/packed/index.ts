/** The packed room's door. */
export { type Encoding, encodings, packFiles, packedPath } from './packed.ts';
