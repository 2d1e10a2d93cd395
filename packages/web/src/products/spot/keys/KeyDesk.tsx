// Listens to the keys of the trade page: dead inside inputs and dialogs, off when the person says
// so, and dangerous ones dead unless armed. Asks before it cancels many orders.
// Not the list behind "?" (KeyList.tsx).
import { ConfirmSheet, useToasts } from '@isobath/ui';
import type { OrderRow } from '@isobath/wire';
import { memo, useEffect, useRef, useState } from 'react';
import { readSetting, useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { isTyping, keysSetting, shortcutsSetting, spellKey } from '../../../base/trade/keys.ts';
import { type Trade, useTrade } from '../layout/trade-context.ts';
import { sendCancel, sendCancelAll } from '../live/send.ts';
import { useOutcome } from '../orders/use-outcome.ts';
import { isArmed } from './armed.ts';
import { type KeyDoors, listActions, pressForm } from './key-actions.ts';
import { findAction, keyOf, keyActions, showKey } from './key-table.ts';

const confirmFrom = 3;

function listHere({ own, market }: Trade): readonly OrderRow[] {
  return own?.open.read().rows.filter((order) => order.symbol === market.symbol) ?? [];
}

/** Market before this one, for the key that goes back. */
function usePrevious(trade: Trade): () => void {
  const seen = useRef<{ now: string; before: string | null }>({ now: '', before: null });
  const { symbol } = trade.market;
  useEffect(() => {
    if (seen.current.now === symbol) return;
    seen.current = { now: symbol, before: seen.current.now || null };
  }, [symbol]);
  return () => {
    const { before } = seen.current;
    if (before !== null) trade.openMarket(before);
  };
}

function useDoors(openPicker: () => void) {
  const trade = useTrade();
  const describe = useOutcome();
  const openPrevious = usePrevious(trade);
  const [count, setCount] = useState(0);
  const cancelAll = () => {
    setCount(0);
    void sendCancelAll(trade.client, trade.market.symbol).then(describe);
  };
  const doors: KeyDoors = {
    openPicker,
    openList: () => window.dispatchEvent(new Event('isobath-shortcuts')),
    openPrevious,
    cancelNewest() {
      const [newest] = listHere(trade).toSorted((one, two) => two.createdAt - one.createdAt);
      if (newest !== undefined) void sendCancel(trade.client, newest.orderId).then(describe);
    },
    cancelAll() {
      const { length } = listHere(trade);
      if (length > confirmFrom) setCount(length);
      else if (length > 0) cancelAll();
    },
  };
  return { trade, doors, count, setCount, cancelAll };
}

/** The keys of the page; draws nothing but its question. */
export const KeyDesk = memo(function KeyDesk(props: { openPicker: () => void }) {
  const t = useTexts('spot');
  const toasts = useToasts();
  const { trade, doors, count, setCount, cancelAll } = useDoors(props.openPicker);
  const [isOn] = useSetting(shortcutsSetting);
  const newest = useRef({ trade, doors, t, toasts });
  useEffect(() => {
    newest.current = { trade, doors, t, toasts };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const now = newest.current;
      const key = spellKey(event);
      if (key === null || event.defaultPrevented) return;
      const action = findAction(key, readSetting(keysSetting));
      // In the fields of the form the sending key reviews, as Enter does; armed, it sends.
      if (action?.name === 'send' && document.querySelector('.ui-dialog') === null) {
        event.preventDefault();
        pressForm();
        return;
      }
      if (!isOn || isTyping(event) || action === undefined) return;
      event.preventDefault();
      if (action.isDangerous === true && !isArmed()) {
        const arming = keyActions.find((each) => each.name === 'arm');
        const name = arming === undefined ? '' : keyOf(arming, readSetting(keysSetting));
        now.toasts.show({ kind: 'warn', title: now.t('keys.notArmed', { key: showKey(name) }) });
        return;
      }
      listActions(now.trade, now.doors)[action.name]();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
  return (
    <ConfirmSheet
      cancelLabel={t('confirm.back')}
      confirmLabel={t('orders.cancelCount', { count })}
      isOpen={count > 0}
      onConfirm={cancelAll}
      onOpenChange={(isOpen) => {
        if (!isOpen) setCount(0);
      }}
      text={t('orders.cancelText')}
      title={t('orders.cancelCount', { count })}
      variant="danger"
    />
  );
});
