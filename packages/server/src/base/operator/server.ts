// The operator's socket of a running server: a file in the data folder, for its owner alone.
// It knows no question by itself; it asks the handlers it was given. Served by the edge process.
// One JSON document a line: {id, name, parameters} is answered by {id, answer} or {id, error}.

import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { describeFailure, EXIT } from '../process/exit.ts';
import { listenInFolder } from '../process/own-socket.ts';
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
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    answerSocket(socket, handlers);
  });
  const remove = await listenInFolder(server, { folder: dataFolder, name: OPERATOR_SOCKET });
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    remove();
  };
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
