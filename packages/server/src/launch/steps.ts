// What a start shows: one line a step, with what came of it and how long it took.
// It does no step itself. Called by the launcher.

/** Where lines go; a terminal can be written over, anything else gets whole lines. */
export interface Screen {
  readonly isTerminal: boolean;
  write(text: string): void;
}

/** Shows steps one after the other. */
export interface Steps {
  /**
   * Run one step and show it.
   * @param work - may report progress; what it returns stands at the end of the line.
   */
  run<TResult extends string | void>(
    name: string,
    work: (report: (text: string) => void) => Promise<TResult>,
  ): Promise<TResult>;
}

const NAME_WIDTH = 13;
/** A step on no terminal says what it is at after this time, and then as often. */
const QUIET_MS = 5_000;
const REDRAW_MS = 100;

/** The screen of this process. */
export const standardScreen: Screen = {
  isTerminal: process.stdout.isTTY === true,
  write: (text) => void process.stdout.write(text),
};

/** Make a list of steps that shows itself on a screen. */
export function showSteps(screen: Screen): Steps {
  return {
    async run(name, work) {
      const startedMs = performance.now();
      let at = '';
      const line = (text: string) => {
        const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6);
        return `  ${name.padEnd(NAME_WIDTH)}${seconds} s   ${text}`.trimEnd();
      };
      const show = () =>
        screen.write(screen.isTerminal ? `\r\u001B[K${line(at)}` : `${line(`${at} ...`)}\n`);
      const timer = setInterval(show, screen.isTerminal ? REDRAW_MS : QUIET_MS);
      const end = (text: string) => {
        clearInterval(timer);
        screen.write(`${screen.isTerminal ? '\r\u001B[K' : ''}${line(text)}\n`);
      };
      try {
        const result = await work((text) => (at = text));
        end(typeof result === 'string' ? result : '');
        return result;
      } catch (error) {
        end((error as Error).name === 'AbortError' ? 'stopped' : 'refused');
        throw error;
      }
    },
  };
}
