// A link that looks like a button and leads to one of our pages; it says when that one is to come.
import { Button, type ButtonVariant } from '@isobath/ui';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { Soon } from './Soon.tsx';

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
      <Soon to={props.to} />
    </Button>
  );
}
