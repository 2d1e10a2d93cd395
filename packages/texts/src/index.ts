// The door of the texts: languages, catalogues, and how a text becomes a sentence.
export * from './catalogues.ts';
export * from './locales.ts';
export * from './measure.ts';
export * from './numbers.ts';
export * from './translate.ts';
