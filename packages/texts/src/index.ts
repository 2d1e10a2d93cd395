// The door of the texts: languages, catalogues, and how a text becomes a sentence.
export * from './catalogues.ts';
export * from './locales.ts';
export * from './numbers.ts';
export { makeLongest, measureText } from './longest.ts';
export * from './translate.ts';
