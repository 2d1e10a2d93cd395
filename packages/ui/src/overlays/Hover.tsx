// Layers that the pointer or the focus alone brings: hover card and tooltip.
// Nothing in them can be reached only so.
import { PreviewCard } from '@base-ui/react/preview-card';
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import type { LayerPlace } from './Popover.tsx';

/** More about a link, while the pointer or the focus rests on it; the link works without it. */
export function HoverCard(props: LayerPlace & { trigger: ReactElement; children: ReactNode }) {
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger render={props.trigger} />
      <PreviewCard.Portal>
        <PreviewCard.Positioner
          align={props.align ?? 'start'}
          className="ui-layer"
          collisionPadding={8}
          side={props.side ?? 'bottom'}
          sideOffset={6}
        >
          <PreviewCard.Popup className="ui-popover">{props.children}</PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}

const tooltipDelayMs = 400;

/** A few words about a control that already has a name; never the only place of anything. */
export function Tooltip(props: LayerPlace & { text: ReactNode; children: ReactElement }) {
  return (
    <BaseTooltip.Provider delay={tooltipDelayMs}>
      <BaseTooltip.Root>
        <BaseTooltip.Trigger render={props.children} />
        <BaseTooltip.Portal>
          <BaseTooltip.Positioner
            align={props.align ?? 'center'}
            className="ui-layer"
            collisionPadding={8}
            side={props.side ?? 'top'}
            sideOffset={6}
          >
            <BaseTooltip.Popup className="ui-tooltip">{props.text}</BaseTooltip.Popup>
          </BaseTooltip.Positioner>
        </BaseTooltip.Portal>
      </BaseTooltip.Root>
    </BaseTooltip.Provider>
  );
}
