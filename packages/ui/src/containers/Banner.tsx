import { Info, OctagonAlert, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { useUi } from '../words/UiProvider.tsx';

/** A notice that stays until its reason is gone or it is closed. */
export function Banner(props: {
  tone?: 'info' | 'warn' | 'danger' | undefined;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  onClose?: (() => void) | undefined;
  /** Lies against the edges of its panel. */
  isFlush?: boolean | undefined;
}) {
  const { words } = useUi();
  const tone = props.tone ?? 'info';
  const Icon = { info: Info, warn: TriangleAlert, danger: OctagonAlert }[tone];
  return (
    <div
      className="ui-banner"
      data-flush={props.isFlush ? '' : undefined}
      data-tone={tone}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon aria-hidden="true" />
      <div className="ui-banner-words">
        {props.title ? <p className="ui-banner-title">{props.title}</p> : null}
        {props.children}
      </div>
      {props.actions || props.onClose ? (
        <div className="ui-banner-actions">
          {props.actions}
          {props.onClose ? (
            <IconButton icon={<X />} label={words.close} onClick={props.onClose} size="small" />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
