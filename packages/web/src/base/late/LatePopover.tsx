// A popup whose code comes when somebody reaches for its button: with the pointer, the focus or a
// press. Until then the button stands alone, so that a page without popups does not pay for them.
import type { Popover } from '@isobath/ui';
import {
  cloneElement,
  type ComponentProps,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

type LayerProps = ComponentProps<typeof Popover>;
type Layer = typeof Popover;

/** Known from the first reach on, for all popups of the page. */
let known: Layer | null = null;

async function loadLayer(): Promise<Layer> {
  known ??= (await import('./Layer.tsx')).Layer;
  return known;
}

/** What the popup of the design system takes. */
export function LatePopover(props: LayerProps) {
  const [LoadedLayer, setLayer] = useState<Layer | null>(null);
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = props.isOpen ?? ownOpen;
  const change = (next: boolean, reason: string) => {
    setOwnOpen(next);
    props.onOpenChange?.(next, reason);
  };
  const place = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  const pointer = useRef('');
  const reach = async () => {
    if (LoadedLayer !== null) return;
    const layer = await loadLayer();
    hadFocus.current = place.current?.contains(document.activeElement) === true;
    setLayer(() => layer);
    const isPointed = pointer.current === 'mouse' && place.current?.matches(':hover') === true;
    if (props.opensOnHover === true && isPointed) change(true, 'trigger-hover');
  };
  useEffect(() => {
    if (isOpen) void reach();
  }, [isOpen]);
  // The button is made anew with its layer; whoever was on it stays on it.
  useLayoutEffect(() => {
    if (hadFocus.current) place.current?.querySelector<HTMLElement>('button, a')?.focus();
    hadFocus.current = false;
  }, [LoadedLayer]);
  const waiting = {
    onClick: () => change(true, 'trigger-press'),
    onFocus: () => void reach(),
    onPointerEnter: (event: PointerEvent) => {
      pointer.current = event.pointerType;
      void reach();
    },
  };
  return (
    <span className="shell-late" ref={place} {...(LoadedLayer === null ? waiting : {})}>
      {LoadedLayer === null ? (
        cloneElement(props.trigger, {
          'aria-expanded': isOpen,
          'aria-haspopup': 'dialog',
        } as object)
      ) : (
        <LoadedLayer {...props} isOpen={isOpen} onOpenChange={change} />
      )}
    </span>
  );
}
