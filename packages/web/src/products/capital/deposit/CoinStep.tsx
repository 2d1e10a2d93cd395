// The first step: which coin. Those that are asked for most stand as buttons, all of them in a list
// that is searched. A coin that no network lists is there too, and says so.
import type { OwnCoin } from '../coins.ts';
import { Amount, CoinIcon, SearchSelect, Segmented } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import type { Choice } from './use-choice.ts';

/** Most asked for first; others follow as they are listed. */
const POPULAR = ['USDT', 'BTC', 'ETH', 'USDC', 'SOL', 'XRP', 'BNB', 'LINK'] as const;
const POPULAR_MAX = 5;

const isListed = ({ networkIds }: OwnCoin) => networkIds.length > 0;
const placeOf = ({ shortName }: OwnCoin) => {
  const place = (POPULAR as readonly string[]).indexOf(shortName);
  return place < 0 ? POPULAR.length : place;
};

/** Coins that can be deposited first, the most popular of them on top. */
function sortCoins(coins: readonly OwnCoin[]): OwnCoin[] {
  return coins.toSorted(
    (one, two) => Number(isListed(two)) - Number(isListed(one)) || placeOf(one) - placeOf(two),
  );
}

/** What is owned of a coin, or can go out of it, or that no network lists it. */
export function CoinNote(props: { coin: OwnCoin; none: string; has: CoinFigure }) {
  const { coin, none, has } = props;
  if (!isListed(coin)) return none;
  return (
    <>
      {coin.name}
      {/[1-9]/.test(coin[has]) ? (
        <>
          {' · '}
          <Amount isOwn value={coin[has]} />
        </>
      ) : null}
    </>
  );
}

/** All of a coin that is owned, or what of it is free to go out. */
type CoinFigure = 'total' | 'available';

/** The step. @param props - none: said of a coin that no network lists; has: what notes show. */
export function CoinStep(props: {
  coins: readonly OwnCoin[];
  choice: Choice;
  none: string;
  has?: CoinFigure;
}) {
  const { coins, choice, none, has = 'total' } = props;
  const t = useTexts('capital');
  const sorted = sortCoins(coins);
  const popular = sorted.filter(isListed).slice(0, POPULAR_MAX);
  const chosen = choice.coin?.coinId;
  return (
    <div className="deposit-step">
      <SearchSelect
        label={t('coin.label')}
        onChange={(value) => choice.chooseCoin(Number(value))}
        options={sorted.map((coin) => ({
          value: String(coin.coinId),
          label: coin.shortName,
          icon: <CoinIcon code={coin.shortName} size={20} src={coin.webLogo || undefined} />,
          note: <CoinNote coin={coin} has={has} none={none} />,
          isDisabled: !isListed(coin),
        }))}
        placeholder={t('coin.choose')}
        value={chosen === undefined ? null : String(chosen)}
      />
      {popular.length === 0 ? null : (
        <Segmented
          isFull
          label={t('coin.popular')}
          onChange={(value) => choice.chooseCoin(Number(value))}
          options={popular.map((coin) => ({
            value: String(coin.coinId),
            label: coin.shortName,
            icon: <CoinIcon code={coin.shortName} size={18} src={coin.webLogo || undefined} />,
          }))}
          value={String(chosen ?? '')}
        />
      )}
    </div>
  );
}
