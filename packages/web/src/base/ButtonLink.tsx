// A link that looks like a button and leads to one of our pages.
import { Button, type ButtonVariant } from '@isobath/ui';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';

/** Lead somewhere, looking like a button. */
export function ButtonLink(props: {
  to: string;
  variant?: ButtonVariant;
  size?: 'small' | 'normal' | 'large';
  onClick?: (event: MouseEvent) => void;
  children: ReactNode;
}) {
  return (
    <Button
      onClick={props.onClick}
      render={<Link to={props.to} />}
      size={props.size}
      variant={props.variant}
    >
      {props.children}
    </Button>
  );
}
