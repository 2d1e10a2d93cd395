// Buttons: one component for all that is pressed, whether it is a button or a link that looks so.
// Not a toggle set (Segmented) and not a tab. The only place where a spinner turns.
import { useRender } from '@base-ui/react/use-render';
import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react';
import { useId } from 'react';
import { useUi } from '../words/UiProvider.tsx';

/** primary once a panel; buy and sell for orders only; quiet for the rest; danger destroys. */
export type ButtonVariant = 'primary' | 'buy' | 'sell' | 'quiet' | 'plain' | 'danger' | 'fill';

type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  variant?: ButtonVariant | undefined;
  size?: 'small' | 'normal' | 'large' | undefined;
  /** The whole width of its place. */
  isFull?: boolean | undefined;
  /** Sent and not yet answered: keeps its width, spins, takes no second press. */
  isPending?: boolean | undefined;
  /** Not to be pressed now, and why: it stays reachable, says so on hover and on focus. */
  whyDisabled?: string | undefined;
  icon?: ReactNode;
  /** Another element in place of button, for instance a router's link. */
  render?: ReactElement | undefined;
  children: ReactNode;
};

/** A button; buy and sell carry a notch so that they differ without colour. */
export function Button(props: ButtonProps) {
  const { variant = 'fill', size, isFull, isPending, whyDisabled, icon, render, ...rest } = props;
  const { words } = useUi();
  const reasonId = useId();
  const isBlocked = isPending === true || whyDisabled !== undefined;
  const block = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBlocked) event.preventDefault();
    else rest.onClick?.(event);
  };
  const content = (
    <>
      <span className="ui-button-label">
        {icon}
        <SideNotch variant={variant} />
        {rest.children}
      </span>
      {isPending ? <Spinner /> : null}
      {isPending ? <span className="ui-sr">{words.sending}</span> : null}
      {whyDisabled ? (
        <span className="ui-sr" id={reasonId}>
          {whyDisabled}
        </span>
      ) : null}
    </>
  );
  return useRender({
    defaultTagName: 'button',
    render,
    props: {
      ...(render ? {} : { type: 'button' as const }),
      ...rest,
      'aria-busy': isPending || undefined,
      'aria-describedby': whyDisabled ? reasonId : rest['aria-describedby'],
      'aria-disabled': isBlocked || undefined,
      className: `ui-button ${rest.className ?? ''}`,
      'data-full': isFull ? '' : undefined,
      'data-size': size,
      'data-variant': variant,
      onClick: block,
      title: whyDisabled ?? rest.title,
      children: content,
    } as Record<string, unknown>,
  });
}

function SideNotch(props: { variant: ButtonVariant }) {
  if (props.variant !== 'buy' && props.variant !== 'sell') return null;
  return (
    <svg aria-hidden="true" className="ui-button-notch" viewBox="0 0 10 8">
      <path d={props.variant === 'buy' ? 'M0 8 5 0l5 8z' : 'M0 0h10L5 8z'} />
    </svg>
  );
}

/** A button that is only a picture; label is its name and its hover text. */
export function IconButton(
  props: Omit<ComponentProps<'button'>, 'children'> & {
    label: string;
    icon: ReactNode;
    size?: 'small' | 'medium' | 'normal' | undefined;
    isPressed?: boolean | undefined;
  },
) {
  const { label, icon, size, isPressed, className, ...rest } = props;
  return (
    <button
      aria-label={label}
      aria-pressed={isPressed}
      className={`ui-icon-button ${className ?? ''}`}
      data-size={size}
      title={label}
      type="button"
      {...rest}
    >
      {icon}
    </button>
  );
}

/** The turning ring; only ever inside a button. */
export function Spinner() {
  return (
    <svg aria-hidden="true" className="ui-spinner" fill="none" viewBox="0 0 16 16">
      <circle cx="8" cy="8" opacity="0.3" r="6.5" stroke="currentColor" strokeWidth="2" />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
