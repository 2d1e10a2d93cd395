export { mountConsole } from './console.ts';
export { mountPages, preparePages } from './mount.ts';
export { mountOutside, type OutsideOptions } from './outside.ts';
export { createVersionReader } from './version.ts';
