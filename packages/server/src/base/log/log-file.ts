// A log beside the processes' own: the access log and the security log. Lines are gathered and
// appended; a disk that is full loses lines and stops nobody. Opened by the edge's process.

import { closeSync, openSync, write, writeSync } from 'node:fs';
import { formatLine, log } from './log.ts';

/** A file that lines are appended to. */
export interface LogFile {
  /** Append a line with these facts; returns at once. */
  write(message: string, facts: Readonly<Record<string, unknown>>): void;
  close(): void;
}

const FLUSH_EVERY_MS = 200;
const WAITING_BYTES_MAX = 4 * 1024 * 1024;

/** Open a log file; what cannot be written is counted and told of in the process's own log. */
export function openLogFile(path: string): LogFile {
  const file = openSync(path, 'a', 0o600);
  let waiting = '';
  let isWriting = false;
  let lostCount = 0;
  function flush(): void {
    if (isWriting || waiting === '') return;
    const text = waiting;
    waiting = '';
    isWriting = true;
    write(file, text, (error) => {
      isWriting = false;
      if (error !== null) lostCount += text.split('\n').length - 1;
      else if (lostCount > 0) {
        log.warn('lines of a log are lost', { file: path, count: lostCount });
        lostCount = 0;
      }
    });
  }
  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();
  return {
    write(message, facts) {
      if (waiting.length > WAITING_BYTES_MAX) lostCount += 1;
      else waiting += formatLine('info', message, facts);
    },
    close() {
      clearInterval(timer);
      try {
        if (waiting !== '') writeSync(file, waiting);
      } catch (error) {
        log.warn('the end of a log is lost', { file: path, error });
      }
      closeSync(file);
    },
  };
}
