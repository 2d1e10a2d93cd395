export * from './command.ts';
export * from './event-decoder.ts';
export { eventHeadFactor } from './event-layout.ts';
export * from './event.ts';
export * from './ids.ts';
export * from './math/index.ts';
export * from './reject.ts';
export * from './words.ts';
