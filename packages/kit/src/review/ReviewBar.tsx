// What can be done about the chosen row of a queue: buttons that stay in sight while the rest of it
// is read. Not the buttons themselves.
import type { ReactNode } from 'react';
import './review.css';

/** The bar. */
export function ReviewBar({ children }: { children: ReactNode }) {
  return <div className="review-bar">{children}</div>;
}
