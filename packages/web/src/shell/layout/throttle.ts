/**
 * Call at most once in a while: at once, and once more at the end when something came meanwhile.
 *
 * @param everyMs - at least so long between two calls.
 * @returns the throttled call, and a way to forget what is waiting.
 */
export function throttle(
  call: () => void,
  everyMs: number,
): { readonly run: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!isWaiting) return;
      isWaiting = false;
      call();
      rest();
    }, everyMs);
  };
  return {
    run() {
      if (timer !== undefined) {
        isWaiting = true;
        return;
      }
      call();
      rest();
    },
    stop: () => clearTimeout(timer),
  };
}
