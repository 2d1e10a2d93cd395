// What floats at the right besides customer service, in one file that comes with it.
import { ScrollTop } from './ScrollTop.tsx';
import { StepAside } from './StepAside.tsx';

/** The way back to the top, and what makes room for readers. */
export function Floating() {
  return (
    <>
      <ScrollTop />
      <StepAside />
    </>
  );
}
