// Layers beside something that open by a press: popover, and the explanation of a term.
// They do not hold the page: that is Modal. Layers of the pointer alone are in Hover.tsx.
import { Popover as Base } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { useUi } from '../words/UiProvider.tsx';

type Side = 'top' | 'bottom' | 'left' | 'right';

/** Where a layer stands. */
export type LayerPlace = {
  side?: Side | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
};

/** A layer that opens by a press and may hold controls. */
export function Popover(
  props: LayerPlace & {
    /** The button that opens it. */
    trigger: ReactElement;
    /** Its name for screen readers. */
    label: string;
    isOpen?: boolean | undefined;
    /** reason: what asked for it, such as `trigger-hover`, `trigger-press`, `escape-key`. */
    onOpenChange?: ((isOpen: boolean, reason: string) => void) | undefined;
    /** No padding: the content brings its own. */
    isBare?: boolean | undefined;
    /** Opens when the pointer rests on it, and by a press as well. */
    opensOnHover?: boolean | undefined;
    /** Its button stays in the window while the page scrolls, and so does the layer. */
    isFixed?: boolean | undefined;
    children: ReactNode;
  },
) {
  const control = props.isOpen === undefined ? {} : { open: props.isOpen };
  const trigger = useRef<HTMLButtonElement>(null);
  // What the pointer opened by resting there leaves the focus where somebody types.
  const focus = {
    initialFocus: (how: string) => how !== '' || trigger.current === document.activeElement,
  };
  return (
    <Base.Root
      {...control}
      onOpenChange={(isOpen, { reason }) => props.onOpenChange?.(isOpen, reason)}
    >
      <Base.Trigger
        openOnHover={props.opensOnHover === true}
        ref={trigger}
        render={props.trigger}
      />
      <Base.Portal>
        <Base.Positioner
          align={props.align ?? 'start'}
          className="ui-layer"
          collisionPadding={8}
          positionMethod={props.isFixed === true ? 'fixed' : 'absolute'}
          side={props.side ?? 'bottom'}
          sideOffset={6}
        >
          <Base.Popup
            aria-label={props.label}
            className="ui-popover"
            data-bare={props.isBare ? '' : undefined}
            {...(props.opensOnHover === true ? focus : {})}
          >
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A word of the trade with its meaning behind a dotted line; experts switch all of them off. */
export function TermHint(props: { term: string; meaning: ReactNode; children?: ReactNode }) {
  const { hasTermHints } = useUi();
  if (hasTermHints === false) return props.children ?? props.term;
  return (
    <Popover
      label={props.term}
      opensOnHover
      side="top"
      trigger={
        <button className="ui-term" type="button">
          {props.children ?? props.term}
        </button>
      }
    >
      <p className="ui-term-title">{props.term}</p>
      {props.meaning}
    </Popover>
  );
}
