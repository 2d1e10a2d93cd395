// What floats at the right besides customer service, in one file that comes with it; and what else
// a page can do without at first.
import { useFullWords } from '@isobath/ui';
import { ScrollTop } from './ScrollTop.tsx';
import { StepAside } from './StepAside.tsx';

/** The way back to the top, what makes room for readers, and whole words for who points at them. */
export function Floating() {
  useFullWords();
  return (
    <>
      <ScrollTop />
      <StepAside />
    </>
  );
}
