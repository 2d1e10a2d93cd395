// The arrangement of a phone: chart that folds, tabs, my orders, and a bar with Buy and Sell.
// A press opens the form beside a small book, in a sheet: edit, look, sending, done or failed - two
// presses after typing.
import { BottomSheet, Button, ChevronDown, ChevronUp, IconButton } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { OrderBook } from '../book/OrderBook.tsx';
import { ChartView } from '../chart/ChartView.tsx';
import { OrderForm } from '../form/OrderForm.tsx';
import { BottomPanel } from '../orders/BottomPanel.tsx';
import { MarketTabs } from './SmallLayout.tsx';
import { useTrade } from './trade-context.ts';

/** One column and a bar. */
export function PhoneLayout() {
  const { dispatch, form, market } = useTrade();
  const t = useTexts('spot');
  const [hasChart, setChart] = useState(true);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener('isobath-order-form', show);
    return () => window.removeEventListener('isobath-order-form', show);
  }, []);
  const open = (side: 'buy' | 'sell') => {
    dispatch({ type: 'change', values: { side } });
    setOpen(true);
  };
  const title = t(form.side === 'buy' ? 'form.buy' : 'form.sell', { asset: market.base });
  return (
    <main className="phone">
      <div className="phone-chart" data-open={hasChart ? '' : undefined}>
        {hasChart ? (
          <ChartView
            tool={
              <IconButton
                icon={<ChevronUp />}
                label={t('phone.hideChart')}
                onClick={() => setChart(false)}
                size="small"
              />
            }
          />
        ) : (
          <button className="phone-fold" onClick={() => setChart(true)} type="button">
            {t('phone.showChart')}
            <ChevronDown aria-hidden="true" />
          </button>
        )}
      </div>
      <div className="phone-tabs">
        <MarketTabs names={['book', 'trades', 'depth', 'details']} />
      </div>
      <BottomPanel />
      <div className="phone-bar" data-density="comfortable">
        <Button isFull onClick={() => open('buy')} variant="buy">
          {t('orders.buy')}
        </Button>
        <Button isFull onClick={() => open('sell')} variant="sell">
          {t('orders.sell')}
        </Button>
      </div>
      <BottomSheet isOpen={isOpen} onOpenChange={setOpen} title={title}>
        <div className="phone-form">
          <OrderForm onClose={() => setOpen(false)} />
          <div className="phone-book">
            <OrderBook isSmall />
          </div>
        </div>
      </BottomSheet>
    </main>
  );
}
