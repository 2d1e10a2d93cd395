// Tells me what happened to my orders: a notice, a sound, and a polite word for screen readers.
// Live prices are never announced; own fills, refusals and cancels are.
import { useToasts } from '@isobath/ui';
import type { NotificationsData } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { browserLive } from '../../../base/live.ts';
import { hideSetting, readSetting } from '../../../base/settings.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import type { OwnLevels } from '../live/own-levels.ts';
import { loadDigits } from '../market/known-markets.ts';
import { readFillValues } from './fill-values.ts';
import { playSound } from './sounds.ts';
import { useTrade } from './trade-context.ts';
import { useLanguageTag } from './use-language-tag.ts';

const joinMs = 400;
/** Where price alerts stand among the messages. */
const quotesModule = 20;

/**
 * A bell for each price alert that arrives while the page is open, whose line may go; its words
 * come as a notice.
 */
function useAlertBell(levels: OwnLevels | null): void {
  const locale = useLocale();
  useEffect(() => {
    if (levels === null) return;
    let newestId: number | null = null;
    return browserLive().subscribe(`notices:${locale}`, (frame) => {
      const { newest } = frame.data as NotificationsData;
      const known = newestId;
      newestId = newest.reduce((most, { id }) => Math.max(most, Number(id)), known ?? 0);
      const isAlert = ({ id, moduleCode }: NotificationsData['newest'][number]) =>
        known !== null && Number(id) > known && moduleCode === quotesModule;
      if (!newest.some(isAlert)) return;
      playSound('alert');
      void levels.loadAlerts();
    });
  }, [levels, locale]);
}

/** Listens to the news of my own store. */
export function OwnNewsPublisher() {
  const { own, levels } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const toasts = useToasts();
  const [word, setWord] = useState('');
  useAlertBell(levels);
  useEffect(() => {
    if (own === null) return;
    let heldBack = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = own.listenNews((news) => {
      if (news.kind !== 'fill') return;
      const { fill } = news;
      const order = own.open.read().rows.find((each) => each.orderId === fill.orderId);
      const isPartial = order !== undefined;
      playSound(isPartial ? 'partial' : fill.side === 'buy' ? 'filledBuy' : 'filledSell');
      heldBack += 1;
      clearTimeout(timer);
      // An order that sweeps the book fills many times at once: one notice says so.
      const say = async () => {
        const count = heldBack;
        heldBack = 0;
        const digits = await loadDigits(fill.symbol);
        const isHidden = readSetting(hideSetting);
        const values = readFillValues(fill, { digits, locale, isHidden });
        const side = fill.side === 'buy' ? 'news.bought' : 'news.sold';
        const title = (fills: number) =>
          fills > 1 ? t('news.fills', { count: fills, ...values }) : t(side, values);
        toasts.show({ kind: 'own', title, cause: `fills/${fill.symbol}`, count });
        setWord(title(count));
      };
      timer = setTimeout(() => void say(), joinMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [own, t, locale, toasts]);
  return (
    <p aria-live="polite" className="ui-sr">
      {word}
    </p>
  );
}
