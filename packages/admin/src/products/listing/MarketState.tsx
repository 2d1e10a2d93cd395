// The state of a market, the same look wherever it is told.
import { Tag } from '@isobath/ui';
import { useTexts } from '../../base/texts.tsx';
import { nameState } from './words.ts';

/** The state: open for everybody, closed for good, or something between. */
export function MarketState({ state }: { state: string }) {
  const t = useTexts('admin');
  const tone = state === 'TRADING' ? 'info' : state === 'DELISTED' ? 'danger' : 'warn';
  return <Tag tone={tone}>{nameState(t, state)}</Tag>;
}
