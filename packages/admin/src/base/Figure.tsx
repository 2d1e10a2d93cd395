// A figure in a table; in a card, which has no heads, it stands with its name. Used by tables of
// every page.
import type { ReactNode } from 'react';

/** The figure. */
export function Figure({ head, children }: { head: string; children: ReactNode }) {
  return (
    <span className="office-figure">
      <small>{head}</small>
      {children}
    </span>
  );
}
