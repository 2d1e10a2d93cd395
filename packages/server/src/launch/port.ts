import { createServer } from 'node:net';
import { EXIT, Refusal } from '../base/process/exit.ts';

/**
 * Prove that a port can be listened on, before anything is made or changed.
 * @param port - 0 is always free.
 * @errors Refusal 75 when it is taken, 77 when it is not for this user, 78 for an unknown address.
 */
export function checkPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(describe(error, host, port)));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

function describe(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new Refusal(
      EXIT.inUse,
      `Port ${port} on ${host} is taken: stop what uses it, or choose another one with PORT.`,
    );
  }
  if (error.code === 'EACCES') {
    return new Refusal(
      EXIT.permission,
      `Port ${port} is not for this user: choose one above 1023 with PORT.`,
    );
  }
  return new Refusal(
    EXIT.configuration,
    `Nothing can listen on ${host} (${error.code}): correct HOST.`,
  );
}
