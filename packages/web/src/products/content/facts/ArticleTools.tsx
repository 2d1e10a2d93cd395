// What stands below an article's date: its event for the reader's calendar, and what the markets it
// names stand at now. Nothing for an article that has neither. Shown by ArticlePage.tsx.
import type { Article } from '@isobath/wire';
import { Button, Percent, Price } from '@isobath/ui';
import { Link } from 'react-router';
import { useLivePrices } from '../../../base/live-prices.ts';
import { marketCodeOf, readDayChange } from '../../../base/market-code.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { type ArticleEvent, listMarkets, writeCalendar } from './article-facts.ts';
import './facts.css';

/** The row. @param event - undefined without one, or when it is over. */
export function ArticleTools(props: {
  article: Article;
  event: ArticleEvent | undefined;
  /** Where the exchange is reached. */
  origin: string;
}) {
  const { article, event, origin } = props;
  const codes = listMarkets(article.blocks);
  if (event === undefined && codes.length === 0) return null;
  return (
    <div className="article-tools">
      {event === undefined ? null : <ToCalendar article={article} event={event} origin={origin} />}
      {codes.length === 0 ? null : <Prices codes={codes} />}
    </div>
  );
}

function ToCalendar(props: { article: Article; event: ArticleEvent; origin: string }) {
  const t = useTexts('content');
  const { article, event, origin } = props;
  const file = writeCalendar(event, {
    title: article.title,
    summary: article.summary,
    address: `${origin}/${article.locale}/support/article?code=${article.code}`,
    writtenMs: article.changedTime,
  });
  const href = `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`;
  return (
    <Button
      render={<a download={`${article.code}.ics`} href={href} />}
      size="small"
      variant="quiet"
    >
      {t('article.calendar')}
    </Button>
  );
}

/** The place of each price is there before the price: nothing moves when it comes. */
function Prices({ codes }: { codes: readonly string[] }) {
  const t = useTexts('content');
  const locale = useLocale();
  const tickers = [...useLivePrices().values()];
  return (
    <ul aria-label={t('article.prices')} className="article-prices">
      {codes.map((code) => {
        const ticker = tickers.find((row) => marketCodeOf(row) === code);
        const change = ticker === undefined ? null : readDayChange(ticker);
        const [base = '', quote = ''] = code.toUpperCase().split('_');
        return (
          <li key={code}>
            <Link to={`/${locale}/trade/exchange/?tradeCode=${code}`}>
              <b>{`${base}/${quote}`}</b>
              {ticker === undefined || change === null ? (
                <span>--</span>
              ) : (
                <>
                  <Price decimals={ticker.last.split('.')[1]?.length ?? 0} value={ticker.last} />
                  <Percent hasArrow value={change} />
                </>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
