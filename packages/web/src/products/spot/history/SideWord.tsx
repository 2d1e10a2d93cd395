import { useTexts } from '../../../base/texts.tsx';

/** Buy or sell, in its colour. */
export function SideWord(props: { side: 'buy' | 'sell' }) {
  const t = useTexts('assets');
  return (
    <span className="history-side" data-direction={props.side === 'buy' ? 'up' : 'down'}>
      {t(props.side === 'buy' ? 'orders.buy' : 'orders.sell')}
    </span>
  );
}
