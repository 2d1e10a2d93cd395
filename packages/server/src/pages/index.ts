export { type MountPagesOptions, mountPages, type PageVisitor } from './mount.ts';
