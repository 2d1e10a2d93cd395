export { mountConsole } from './console.ts';
export { type BuiltSite, mountPages, readSite } from './mount.ts';
export { mountOutside, type OutsideOptions } from './outside.ts';
export { createVersionReader } from './version.ts';
