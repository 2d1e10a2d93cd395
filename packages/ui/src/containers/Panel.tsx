// The panel: head with title and tools, body, fold; the progress line of a refresh under the head.
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { useUi } from '../words/UiProvider.tsx';

/** A part of a page with a head; panels meet at seams and cast no shadow. */
export function Panel(props: {
  title: ReactNode;
  tools?: ReactNode;
  isFolded?: boolean | undefined;
  /** Gives the panel a fold button. */
  onFold?: ((isFolded: boolean) => void) | undefined;
  /** New data is on its way while the old stays (L+). */
  isRefreshing?: boolean | undefined;
  isPadded?: boolean | undefined;
  /** A frame of its own, on pages where panels do not meet. */
  isFramed?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const { words } = useUi();
  const id = useId();
  const isFolded = props.isFolded === true;
  const { onFold } = props;
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={`ui-panel ${props.className ?? ''}`}
      data-folded={isFolded ? '' : undefined}
      data-framed={props.isFramed ? '' : undefined}
    >
      <div className="ui-panel-head">
        <h2 className="ui-panel-title" id={`${id}-title`}>
          {props.title}
        </h2>
        <div className="ui-panel-tools">
          {props.tools}
          {onFold ? (
            <IconButton
              aria-expanded={!isFolded}
              className="ui-panel-fold"
              icon={<ChevronDown />}
              label={isFolded ? words.unfold : words.fold}
              onClick={() => onFold(!isFolded)}
              size="small"
            />
          ) : null}
        </div>
        {props.isRefreshing ? <span aria-hidden="true" className="ui-progress-line" /> : null}
      </div>
      {isFolded ? null : (
        <div className="ui-panel-body" data-padded={props.isPadded ? '' : undefined}>
          {props.children}
        </div>
      )}
    </section>
  );
}
