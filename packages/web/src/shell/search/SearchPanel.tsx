// The inside of the search popup: recent and popular markets, or results in tabs. By keyboard: the
// arrows walk from the box through links and commands and back, Enter follows one, Escape clears.
// Not here: when it opens (SearchTool.tsx).
import { type FoundContract, type FoundSpot, searchRoutes } from '@isobath/wire';
import { SearchBox, Tabs, useSkeleton } from '@isobath/ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Requested, useRequested } from '../../base/requested.ts';
import { browserClient } from '../../base/client.ts';
import { writeSetting, useSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { useLivePrices } from '../../base/live-prices.ts';
import { CommandList, ContractOffer } from './SearchCommands.tsx';
import { ContractList, FoldedList, RecentList, SearchRow } from './SearchLists.tsx';
import { NoMarkets, SearchFailed, WaitingRows } from './SearchStates.tsx';
import { addRecent, type Recent, recentSetting } from './recent.ts';
import { askPopular, type SearchState, useSearch } from './use-search.ts';
import { isStablecoin } from './stablecoins.ts';
import { readRequest } from './request.ts';
import './search.css';

const tabs = ['all', 'contract', 'spot'] as const;
type Tab = (typeof tabs)[number];

/** Recommendations shown when nothing is found. */
const recommendedCount = 3;
/** Rows that are kept free: the popular ones, and what a list of results shows unopened. */
const popularCount = 10;
const foundCount = 4;

/** What the arrows stop at. */
const stopsOfPanel = 'input, a, button.search-row';

/** Walk from the box through the links of the panel and back. */
function walk(event: KeyboardEvent, panel: HTMLElement | null): void {
  if (panel === null || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  const stops = [...panel.querySelectorAll<HTMLElement>(stopsOfPanel)];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  event.preventDefault();
  const step = event.key === 'ArrowDown' ? 1 : -1;
  stops[(at + step + stops.length) % stops.length]?.focus();
}

/** The panel. @param onLeave - a link was followed: the popup closes. */
export function SearchPanel(props: {
  keyword: string;
  onKeyword: (keyword: string) => void;
  onLeave: () => void;
}) {
  const t = useTexts('shell');
  // Brought before the box is there: a part that waited for them would take the box away from
  // whoever is writing in it.
  useTexts('account');
  const panel = useRef<HTMLDivElement>(null);
  const popular = useRequested(askPopular);
  const request = readRequest(props.keyword);
  const { state, again } = useSearch(request.keyword);
  const [recent] = useSetting(recentSetting);
  const choose = (chosen: Recent) => {
    writeSetting(recentSetting, addRecent(recent, chosen));
    props.onLeave();
  };
  const chooseFound = (market: FoundSpot) => {
    choose(market);
    const body = { keyword: request.keyword, tradeId: market.tradeId };
    // Only a count: nobody waits for it, and nothing is lost without it.
    browserClient()
      .call(searchRoutes.choose, { body })
      .catch(() => {});
  };
  return (
    <div className="search-panel" onKeyDown={(event) => walk(event, panel.current)} ref={panel}>
      <div className="search-top">
        <SearchBox
          hasFocus
          input={{ maxLength: 40 }}
          label={t('search.box')}
          onChange={props.onKeyword}
          value={props.keyword}
        />
        {state.kind === 'waiting' && state.answer !== null ? (
          <span aria-hidden="true" className="ui-progress-line" />
        ) : null}
      </div>
      {state.kind === 'none' ? (
        <>
          <RecentList list={recent} onChoose={choose} />
          <PopularList onLeave={props.onLeave} popular={popular} />
        </>
      ) : (
        <>
          <CommandList keyword={props.keyword.trim()} onLeave={props.onLeave} />
          <Results
            onAgain={again}
            onChoose={chooseFound}
            onContract={choose}
            onLeave={props.onLeave}
            popular={Array.isArray(popular.answer) ? popular.answer : []}
            state={state}
            request={request}
          />
        </>
      )}
    </div>
  );
}

function PopularList(props: { popular: Requested<readonly FoundSpot[]>; onLeave: () => void }) {
  const t = useTexts('account');
  const prices = useLivePrices();
  const { answer, again } = props.popular;
  const isSkeleton = useSkeleton(answer === null);
  if (answer === 'failed' && !isSkeleton) return <SearchFailed onAgain={again} />;
  if (answer?.length === 0 && !isSkeleton) return <NoMarkets />;
  return (
    <section aria-label={t('search.popular')}>
      <h2 className="search-head">{t('search.popular')}</h2>
      {answer === null || answer === 'failed' || isSkeleton ? (
        <WaitingRows count={popularCount} isDrawn={isSkeleton} />
      ) : (
        <ol className="search-list">
          {answer.map((market, place) => (
            <SearchRow
              key={market.tradeId}
              market={market}
              onChoose={props.onLeave}
              rank={place + 1}
              ticker={prices.get(market.tradeId)}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function Results(props: {
  request: ReturnType<typeof readRequest>;
  state: Exclude<SearchState, { kind: 'none' }>;
  popular: readonly FoundSpot[];
  onChoose: (market: FoundSpot) => void;
  onContract: (contract: FoundContract) => void;
  onLeave: () => void;
  onAgain: () => void;
}) {
  const t = useTexts('account');
  const [tab, setTab] = useState<Tab>('all');
  const { state, request } = props;
  const answer = state.kind === 'failed' ? null : state.answer;
  const isSkeleton = useSkeleton(answer === null && state.kind !== 'failed');
  const tabbed = {
    label: t('search.results'),
    onChange: setTab,
    tabs: tabs.map((value) => ({ value, label: t(`search.tab.${value}`) })),
    value: tab,
  };
  if (state.kind === 'failed' && !isSkeleton) return <SearchFailed onAgain={props.onAgain} />;
  if (answer === null || isSkeleton) {
    return (
      <Tabs {...tabbed}>
        {tab === 'all' ? <div className="search-head" /> : null}
        <WaitingRows count={foundCount} isDrawn={isSkeleton} />
        <div className="search-more" />
      </Tabs>
    );
  }
  const { spots, swaps, result } = answer;
  if (!result && state.kind === 'found') {
    return (
      <NothingFound keyword={request.keyword} onLeave={props.onLeave} popular={props.popular} />
    );
  }
  const best = spots[0];
  const hasContract = best !== undefined && !isStablecoin(best.baseCurrency);
  const hasOffer = request.leverage !== null && hasContract && tab !== 'spot';
  return (
    <Tabs {...tabbed}>
      {hasOffer ? (
        <ContractOffer
          isListed={swaps.length > 0}
          leverage={request.leverage ?? ''}
          market={best}
          onLeave={props.onLeave}
        />
      ) : null}
      {tab === 'contract' && swaps.length === 0 && !hasOffer ? (
        <p className="search-none">{t('search.noContracts')}</p>
      ) : null}
      {tab === 'spot' || swaps.length === 0 ? null : (
        <section aria-label={t('search.tab.contract')}>
          {tab === 'all' ? <h2 className="search-head">{t('search.tab.contract')}</h2> : null}
          <ContractList contracts={swaps} onChoose={props.onContract} />
        </section>
      )}
      {tab === 'contract' || spots.length === 0 ? null : (
        <section aria-label={t('search.tab.spot')}>
          {tab === 'all' ? <h2 className="search-head">{t('search.tab.spot')}</h2> : null}
          <FoldedList keyword={request.keyword} markets={spots} onChoose={props.onChoose} />
        </section>
      )}
    </Tabs>
  );
}

/** Nothing was found: three popular markets, which lead to their contracts, and the help centre. */
function NothingFound(props: {
  keyword: string;
  popular: readonly FoundSpot[];
  onLeave: () => void;
}) {
  const t = useTexts('shell');
  const account = useTexts('account');
  const locale = useLocale();
  const prices = useLivePrices();
  const withContract = props.popular.filter(({ baseCurrency }) => !isStablecoin(baseCurrency));
  return (
    <>
      <p className="search-none" role="status">
        {account('market_075')}
      </p>
      <p className="search-none">
        <Link
          onClick={props.onLeave}
          to={`/${locale}/support/index?keyword=${encodeURIComponent(props.keyword)}`}
        >
          {`${t('link.help')}: ${props.keyword}`}
        </Link>
      </p>
      <section aria-label={account('search.recommended')}>
        <h2 className="search-head">{account('search.recommended')}</h2>
        <ol className="search-list">
          {withContract.slice(0, recommendedCount).map((market) => (
            <SearchRow
              isContract
              key={market.tradeId}
              market={market}
              onChoose={props.onLeave}
              ticker={prices.get(market.tradeId)}
            />
          ))}
        </ol>
      </section>
    </>
  );
}
