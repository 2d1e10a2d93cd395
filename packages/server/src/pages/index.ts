export { mountConsole } from './console.ts';
export { mountPages } from './mount.ts';
