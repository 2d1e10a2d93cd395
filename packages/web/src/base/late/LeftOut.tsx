// Leaves out what it holds when its words do not come. Every other error is the page's own.
import { Component, type ReactNode } from 'react';
import { TextsAwayError } from '../texts.tsx';

/** What holds a part beside the page; see lazy-part.ts. */
export class LeftOut extends Component<{ children?: ReactNode }, { error: unknown }> {
  override state = { error: null };

  /** Called by React with what was thrown below. */
  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  /** What is held, or nothing. */
  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if ((error as unknown) instanceof TextsAwayError) return null;
    throw error;
  }
}
