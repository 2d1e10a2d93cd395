import type { ReactNode } from 'react';
import { useUi } from '../words/UiProvider.tsx';

/** Show the children, or ***** while the reader hides own amounts. */
export function HiddenValue(props: { children: ReactNode }) {
  const { isHidden, words } = useUi();
  if (!isHidden) return props.children;
  return (
    <span className="ui-number ui-hidden-value">
      <span className="ui-sr">{words.hiddenAmount}</span>
      <span aria-hidden="true">*****</span>
    </span>
  );
}
