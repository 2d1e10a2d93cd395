// Lists of the search popup: one row a market with its live price, folded to four, and the recent
// searches with their clear-all. Not here: what is asked, and when.
// Shown by the panel.
import type { FoundContract, FoundSpot, TickerRow } from '@isobath/wire';
import { Button, CoinIcon, Percent, Price } from '@isobath/ui';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useLivePrices } from '../../base/live-prices.ts';
import { contractAddress, spotAddress } from '../../base/market-address.ts';
import { readDayChange } from '../../base/market-code.ts';
import { writeSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { type Recent, recentSetting } from './recent.ts';
import { markPair, type Piece } from './request.ts';

/** Rows of a list before "View more". */
const foldCount = 4;
/** Ranks that stand out. */
const topRank = 3;

/** A name with what was searched for marked in it. */
function Pieces({ list }: { list: readonly Piece[] }) {
  return list.map(({ text, isMatch }, place) =>
    isMatch ? (
      <mark className="search-match" key={place}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

/** One market: name, live price, change; leads to its trade page, or to its contract. */
export function SearchRow(props: {
  market: FoundSpot;
  ticker: TickerRow | undefined;
  onChoose: () => void;
  rank?: number;
  isContract?: boolean;
  /** What was searched for: it is marked in the name. */
  keyword?: string;
}) {
  const locale = useLocale();
  const { market, ticker, rank } = props;
  const [base, quote] = markPair(market.baseCurrency, market.quoteCurrency, props.keyword ?? '');
  const to =
    props.isContract === true
      ? contractAddress(locale, market.baseCurrency)
      : spotAddress(locale, market);
  return (
    <li>
      <Link className="search-row" onClick={props.onChoose} to={to}>
        {rank === undefined ? null : (
          <span className="search-rank" data-top={rank <= topRank ? '' : undefined}>
            {rank}
          </span>
        )}
        <CoinIcon
          code={market.baseCurrency}
          size={20}
          src={market.webLogo === '' ? undefined : market.webLogo}
        />
        <span className="search-name">
          <b>
            <Pieces list={base} />
          </b>
          <span className="search-quote">
            /<Pieces list={quote} />
          </span>
        </span>
        <span className="search-price">
          <Price
            decimals={Number(market.digit.split('#')[0])}
            value={ticker?.last ?? market.last}
          />
        </span>
        <span className="search-change">
          <Percent value={readDayChange(ticker ?? market)} />
        </span>
      </Link>
    </li>
  );
}

/** Rows, four of them until more are asked for. */
function Fold({ rows }: { rows: readonly ReactNode[] }) {
  const t = useTexts('account');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ul className="search-list">{isOpen ? rows : rows.slice(0, foldCount)}</ul>
      {rows.length > foldCount ? (
        <Button
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          size="small"
          variant="plain"
        >
          {isOpen ? t('search.less') : t('search.more', { number: rows.length - foldCount })}
        </Button>
      ) : null}
    </>
  );
}

/** Spot markets that were found. */
export function FoldedList(props: {
  keyword: string;
  markets: readonly FoundSpot[];
  onChoose: (market: FoundSpot) => void;
}) {
  const prices = useLivePrices();
  const rows = props.markets.map((market) => (
    <SearchRow
      key={market.tradeId}
      keyword={props.keyword}
      market={market}
      onChoose={() => props.onChoose(market)}
      ticker={prices.get(market.tradeId)}
    />
  ));
  return <Fold rows={rows} />;
}

/** Contracts that were found; each leads to its trade page. */
export function ContractList(props: {
  contracts: readonly FoundContract[];
  onChoose: (contract: FoundContract) => void;
}) {
  const t = useTexts('shell');
  const locale = useLocale();
  const rows = props.contracts.map((contract) => (
    <li key={contract.contractCode}>
      <Link
        className="search-row"
        onClick={() => props.onChoose(contract)}
        to={contractAddress(locale, contract.contractCode)}
      >
        <span className="search-name">
          <b>{contract.contractCode.toUpperCase()}</b>
          <span className="search-quote">
            {` ${t(contract.contractType === 'perpetual' ? 'link.perpetual' : 'link.delivery')}`}
          </span>
        </span>
        <span className="search-price">
          <Price decimals={decimalsOf(contract.last)} value={contract.last} />
        </span>
        <span className="search-change">
          <Percent value={readDayChange({ ...contract, change: contract.changepercentage })} />
        </span>
      </Link>
    </li>
  ));
  return <Fold rows={rows} />;
}

/** As many decimals as a price is told with: a contract that was found names no other number. */
const decimalsOf = (price: string) => price.split('.')[1]?.length ?? 0;

/** What was chosen lately in this browser. */
export function RecentList(props: { list: readonly Recent[]; onChoose: (chosen: Recent) => void }) {
  const t = useTexts('shell');
  const account = useTexts('account');
  const locale = useLocale();
  if (props.list.length === 0) return null;
  return (
    <section aria-label={t('ui.recent')}>
      <h2 className="search-head">
        {t('ui.recent')}
        <Button onClick={() => writeSetting(recentSetting, [])} size="small" variant="plain">
          {t('ui.clearAll')}
        </Button>
      </h2>
      <ul className="search-recent">
        {props.list.map((one) => {
          const isContract = 'contractCode' in one;
          const name = isContract
            ? one.contractCode.toUpperCase()
            : `${one.baseCurrency}/${one.quoteCurrency}`;
          return (
            <li key={name}>
              <Link
                className="search-chip"
                onClick={() => props.onChoose(one)}
                to={
                  isContract ? contractAddress(locale, one.contractCode) : spotAddress(locale, one)
                }
              >
                {isContract ? `${name} ${account('search.tab.contract')}` : name}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
