export { mountPages } from './mount.ts';
