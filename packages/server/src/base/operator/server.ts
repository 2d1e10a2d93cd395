// The operator's socket of a running server: a file in the data folder, for its owner alone.
// It knows no question by itself; it asks the handlers it was given. Served by the edge process.
// One JSON document a line: {id, name, parameters} is answered by {id, answer} or {id, error}.

import { chmodSync, closeSync, constants, openSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describeFailure, EXIT } from '../process/exit.ts';
import type { OperatorAnswer, OperatorHandlers, OperatorName } from './names.ts';

/** File name of the socket inside the data folder. */
export const OPERATOR_SOCKET = 'operator.sock';

/** One question as it goes over the socket. */
export interface OperatorQuestion {
  readonly id: number;
  readonly name: string;
  readonly parameters: Record<string, unknown>;
}

/** One reply: an answer, or the line and exit code the tool ends with. */
export type OperatorReply =
  | { readonly id: number; readonly answer: OperatorAnswer }
  | { readonly id: number; readonly error: { readonly exitCode: number; readonly line: string } };

/**
 * Answer the operator's tool.
 * @param dataFolder - a socket left there by a killed server is replaced.
 * @returns a function that stops answering and removes the socket.
 */
export async function serveOperator(
  dataFolder: string,
  handlers: OperatorHandlers,
): Promise<() => Promise<void>> {
  // Named through an open folder: socket names must stay short, data folders need not.
  const folder = openSync(dataFolder, constants.O_RDONLY | constants.O_DIRECTORY);
  const path = join('/proc/self/fd', String(folder), OPERATOR_SOCKET);
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    answerSocket(socket, handlers);
  });
  await listen(server, path);
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    rmSync(path, { force: true });
    closeSync(folder);
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // The file is made by bind: its mode must be right from the first instant.
    const before = process.umask(0o177);
    server.listen(path, () => {
      chmodSync(path, 0o600);
      resolve();
    });
    process.umask(before);
  });
}

function answerSocket(socket: Socket, handlers: OperatorHandlers): void {
  socket.on('error', () => socket.destroy());
  const lines = createInterface({ input: socket });
  lines.on('error', () => {});
  lines.on('line', (line) => {
    void answerLine(line, handlers).then((reply) => {
      if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`);
    });
  });
}

async function answerLine(line: string, handlers: OperatorHandlers): Promise<OperatorReply> {
  let id = 0;
  try {
    const question = JSON.parse(line) as OperatorQuestion;
    id = question.id;
    const handler = Object.hasOwn(handlers, question.name)
      ? handlers[question.name as OperatorName]
      : undefined;
    if (!handler) {
      const error = { exitCode: EXIT.usage, line: `The server does not know ${question.name}.` };
      return { id, error };
    }
    // Parameters are checked by the handler: the file's mode keeps everybody else out.
    return { id, answer: await handler(question.parameters as never) };
  } catch (error) {
    return { id, error: describeFailure(error) };
  }
}
