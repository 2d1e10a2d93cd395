export { mountConsole } from './console.ts';
export { mountPages } from './mount.ts';
export { mountOutside, type OutsideOptions } from './outside.ts';
export { createVersionReader } from './version.ts';
