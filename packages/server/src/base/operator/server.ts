// The operator's socket of a running server: a file in the data folder, for its owner alone.
// It knows no question by itself; it asks the handlers it was given. Served by the edge process.
// One JSON document a line: {id, name, parameters, caller} is answered by {id, answer} or
// {id, error}. What changes something is written into the audit chain here, whatever its handler
// does, so that no handler can forget it.

import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { toolCaller } from '@isobath/wire';
import { describeFailure, EXIT } from '../process/exit.ts';
import { type AuditLog, HOST } from '../audit/index.ts';
import { listenInFolder } from '../process/own-socket.ts';
import {
  type OperatorAnswer,
  type OperatorHandlers,
  type OperatorName,
  questionEffects,
} from './names.ts';
import { recordCall } from './record.ts';

/** File name of the socket inside the data folder. */
export const OPERATOR_SOCKET = 'operator.sock';

/** One question as it goes over the socket. */
export interface OperatorQuestion {
  readonly id: number;
  readonly name: string;
  readonly parameters: Record<string, unknown>;
  /** Who asks; see caller.ts. */
  readonly caller: unknown;
}

/** One reply: an answer, or the line and exit code the tool ends with. */
export type OperatorReply =
  | { readonly id: number; readonly answer: OperatorAnswer }
  | { readonly id: number; readonly error: { readonly exitCode: number; readonly line: string } };

/**
 * Answer the operator's tool.
 * @param dataFolder - a socket left there by a killed server is replaced.
 * @param audit - takes the acts of what changes something.
 * @returns a function that stops answering and removes the socket.
 */
export async function serveOperator(
  dataFolder: string,
  handlers: OperatorHandlers,
  audit: Pick<AuditLog, 'write'>,
): Promise<() => Promise<void>> {
  const answer = (line: string) => answerLine(line, handlers, audit);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    answerSocket(socket, answer);
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

function answerSocket(socket: Socket, answer: (line: string) => Promise<OperatorReply>): void {
  socket.on('error', () => socket.destroy());
  const lines = createInterface({ input: socket });
  lines.on('error', () => {});
  lines.on('line', (line) => {
    void answer(line).then((reply) => {
      if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`);
    });
  });
}

async function answerLine(
  line: string,
  handlers: OperatorHandlers,
  audit: Pick<AuditLog, 'write'>,
): Promise<OperatorReply> {
  let id = 0;
  try {
    const { name: command, parameters, caller, ...rest } = JSON.parse(line) as OperatorQuestion;
    id = rest.id;
    const name = command as OperatorName;
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler) {
      const error = { exitCode: EXIT.usage, line: `The server does not know ${command}.` };
      return { id, error };
    }
    // Parameters are checked by the handler: the file's mode keeps everybody else out.
    const work = () => handler(parameters as never);
    if (questionEffects[name] === 'reads') return { id, answer: await work() };
    const call = { command, parameters, caller: toolCaller.parse(caller) };
    return { id, answer: await recordCall((act) => audit.write(HOST, act), call, work) };
  } catch (error) {
    return { id, error: describeFailure(error) };
  }
}
