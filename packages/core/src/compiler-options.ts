/**
 * Options of the compiler for a process that runs an engine, to be set before the first step: they
 * let small functions of the core be laid into the ones that call them, which is a fifth of a step.
 */
export const engineCompilerOptions: readonly string[] = [
  '--max-inlined-bytecode-size=2000',
  '--max-inlined-bytecode-size-cumulative=40000',
  '--max-inlined-bytecode-size-absolute=100000',
  '--no-additive-safe-int-feedback',
];

/**
 * Environment of a process that runs an engine: its tables are large and read at random places, and
 * in pages of 2 MiB the processor finds those sooner; without glibc that means nothing. What a
 * batch took is kept for the next: given back to the system, each such page is cleared again.
 * Commands under way are young objects: with more room they are dead before anybody looks at them.
 */
export const engineEnvironment: Readonly<Record<string, string>> = {
  GLIBC_TUNABLES: [
    'glibc.malloc.hugetlb=1',
    'glibc.malloc.trim_threshold=268435456',
    'glibc.malloc.mmap_threshold=16777216',
  ].join(':'),
  NODE_OPTIONS: '--max-semi-space-size=64',
};

/**
 * Switches for Node of a process that runs an engine. It allocates much outside of its heap, which
 * is small: with the room that a small heap begins with, all of it is looked at again and again.
 */
export const engineNodeOptions: readonly string[] = ['--initial-old-space-size=256'];
