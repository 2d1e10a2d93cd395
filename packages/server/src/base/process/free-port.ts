// Ports for tests. Not part of the product. Used by tests of this package and of tools/.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Linux gives ports from 32,768 on to connections that ask for none. */
const FIRST_PORT = 20_000;
const END_PORT = 32_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/**
 * A port that is free now and stays so while its server is away: the system gives none of this
 * range to a connection of somebody else.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_PORT);
    if (await isFree(port)) return port;
  }
}
