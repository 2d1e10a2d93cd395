// The asking side of the operator's socket. It starts no server. Called by `cli`.

import { closeSync, constants, openSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EXIT, Refusal, type ExitCode } from '../process/exit.ts';
import { readToolCaller } from './caller.ts';
import type { OperatorAnswer, OperatorName, OperatorRequests } from './names.ts';
import { OPERATOR_SOCKET, type OperatorReply } from './server.ts';

/**
 * Ask the running server one question.
 * @returns undefined when no server answers for this data folder.
 * @errors Refusal with the server's line and code when it refuses or fails.
 */
export async function askServer<TName extends OperatorName>(
  dataFolder: string,
  name: TName,
  parameters: OperatorRequests[TName],
): Promise<OperatorAnswer | undefined> {
  let folder: number;
  try {
    folder = openSync(dataFolder, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch {
    return undefined;
  }
  try {
    const path = join('/proc/self/fd', String(folder), OPERATOR_SOCKET);
    return await exchange(path, { id: 1, name, parameters, caller: await readToolCaller() });
  } finally {
    closeSync(folder);
  }
}

function exchange(path: string, question: object): Promise<OperatorAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    let isAnswered = false;
    socket.once('connect', () => socket.write(`${JSON.stringify(question)}\n`));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else if (error.code === 'EACCES') {
        reject(new Refusal(EXIT.permission, `The server runs as another user: become that user.`));
      } else reject(error);
    });
    const lines = createInterface({ input: socket });
    lines.on('error', () => {});
    lines.once('line', (line) => {
      isAnswered = true;
      socket.end();
      const reply = JSON.parse(line) as OperatorReply;
      if ('answer' in reply) resolve(reply.answer);
      else reject(new Refusal(reply.error.exitCode as ExitCode, reply.error.line));
    });
    socket.once('close', () => {
      if (isAnswered) return;
      reject(new Refusal(EXIT.failed, 'The server ended before it answered: ask again.'));
    });
  });
}
