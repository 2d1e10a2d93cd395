export * from './command.ts';
export * from './event.ts';
export * from './ids.ts';
export * from './reject.ts';
export * from './words.ts';
