// A process that says something while its log has no room, or nobody listens any more, would end of
// it: what it says is worth less than that it runs. Called first thing by launcher and children.

/** Let what this process says be lost where it cannot be written; it is tried anew each time. */
export function allowLostWords(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
