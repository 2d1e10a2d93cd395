/** The log room's door: lines of a process, files of their own, and what is kept out of both. */
export { hideSecrets, keepAddressSecret, keepSecret } from './hide.ts';
export { formatLine, log, reportError, setLogLevel } from './log.ts';
export { type LogFile, openLogFile } from './log-file.ts';
