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
