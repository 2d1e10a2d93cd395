// The socket as one client of it: opens, sends text, collects what comes.
// It asserts nothing. Used by tools/access.test.ts and tools/hostile/.
import { waitFor } from '../testing/wait.ts';

/** One connection; `closeCode` is set once it is closed. */
export interface Line {
  readonly heard: string[];
  closeCode: number | undefined;
  send(frame: object): void;
  sendRaw(data: string | Uint8Array): void;
  /** Wait for the answer to the frame of this id. @returns its code. */
  answerTo(id: number): Promise<number>;
  close(): void;
  readonly closed: Promise<void>;
}

/** The constructor as Node has it: browsers may not choose headers. */
type SocketOf = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

/**
 * Open the socket.
 *
 * @throws when the server refuses the upgrade.
 */
export async function openLine(
  address: string,
  headers: Record<string, string> = {},
): Promise<Line> {
  const url = `${address.replace('http', 'ws')}/ws`;
  const socket = new (WebSocket as unknown as SocketOf)(url, { headers });
  const heard: string[] = [];
  let wake = () => {};
  socket.addEventListener('message', ({ data }) => {
    heard.push(String(data));
    wake();
  });
  let end = () => {};
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const line: Line = {
    heard,
    closeCode: undefined,
    closed,
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendRaw: (data) => socket.send(data as string),
    close: () => socket.close(),
    async answerTo(id) {
      const look = () => {
        const found = heard
          .map((text) => JSON.parse(text) as { id?: number; code?: number; ch?: string })
          .find((frame) => frame.ch === undefined && frame.id === id);
        return found?.code ?? (line.closeCode === undefined ? false : null);
      };
      const nextNews = () => new Promise<void>((resolve) => (wake = resolve));
      const code = await waitFor(`the answer to frame ${id}`, look, nextNews);
      if (code !== null) return code;
      throw new Error(`no answer to frame ${id}: ${heard.join('\n')}`);
    },
  };
  socket.addEventListener('close', ({ code }) => {
    line.closeCode = code;
    end();
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('the upgrade was refused')));
  });
  return line;
}
