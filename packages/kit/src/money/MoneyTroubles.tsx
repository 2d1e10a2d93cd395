import { Banner } from '@isobath/ui';
import type { ReactNode } from 'react';
import type { Money } from './use-money.tsx';

/** What is wrong after sending. @param props - actions: the way to where it can be looked up. */
export function MoneyTroubles(props: { money: Money; unknown: string; actions?: ReactNode }) {
  const { trouble } = props.money;
  if (trouble === null) return null;
  return trouble.kind === 'refused' ? (
    <Banner tone="danger">{trouble.text}</Banner>
  ) : (
    <Banner actions={props.actions} tone="warn">
      {props.unknown}
    </Banner>
  );
}
