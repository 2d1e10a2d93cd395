// What stands open below a coin of the spot account: its cost in words, its last five movements,
// and what can be done with it from here. Movements are asked for when it opens.
import { assetsRoutes, type SpotAssetRow } from '@isobath/wire';
import { Amount, ErrorState, KeyValue, Moment, Money, Skeleton } from '@isobath/ui';
import { useCallback, useEffect, useState } from 'react';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { browserClient } from '../../../base/client.ts';
import { useNewest } from '../../../base/newest.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { TransferLink } from '../../../base/TransferLink.tsx';
import { tradeAddress } from '../balance-columns.tsx';
import { type Move, useWhy } from '../Moves.tsx';

const MOVES_SHOWN = 5;
/** The account type of the row. */
const SPOT = 2;

/** The newest movements of a coin, asked again when its amount has changed. */
function useMoves({ coinId, total }: SpotAssetRow) {
  const [moves, setMoves] = useState<readonly Move[] | 'failed' | null>(null);
  const begin = useNewest();
  const load = useCallback(async () => {
    const isNewest = begin();
    try {
      const query = { coinId, type: SPOT, limit: MOVES_SHOWN };
      const { rows } = await browserClient().call(assetsRoutes.moves, { query });
      if (isNewest()) setMoves(rows);
    } catch {
      if (isNewest()) setMoves('failed');
    }
  }, [begin, coinId]);
  useEffect(() => void load(), [load, total]);
  return { moves, load };
}

/** The part below the row. */
export function CoinDetail({ row }: { row: SpotAssetRow }) {
  const t = useTexts('assets');
  const shell = useTexts('shell');
  const locale = useLocale();
  return (
    <div className="coin-detail">
      <KeyValue
        facts={[
          {
            key: 'available',
            label: t('available'),
            value: <Amount isOwn unit={row.asset} value={row.available} />,
          },
          {
            key: 'held',
            label: t('held'),
            value: <Amount isOwn unit={row.asset} value={row.held} />,
          },
          {
            key: 'average',
            label: t('cost.average'),
            value: <Money isOwn standing="cost" unit="USDT" value={row.averageUsdt || null} />,
          },
          {
            key: 'cost',
            label: t('cost.cost'),
            value: (
              <Money decimals={2} isOwn standing="cost" unit="USDT" value={row.costUsdt || null} />
            ),
          },
          {
            key: 'realised',
            label: t('cost.realised'),
            value: <Money decimals={2} isChange isOwn unit="USDT" value={row.realisedUsdt} />,
          },
        ]}
      />
      <section>
        <h3 className="coin-detail-title">{t('lastMoves', { coin: row.asset })}</h3>
        <LastMoves row={row} />
      </section>
      <div className="coin-detail-acts">
        <ButtonLink size="small" to={tradeAddress(locale, row.asset)}>
          {t('trade')}
        </ButtonLink>
        <ButtonLink
          size="small"
          to={`/${locale}/assetManagement/topup?name=${row.coinId}`}
          variant="quiet"
        >
          {shell('link.topUp')}
        </ButtonLink>
        <ButtonLink
          size="small"
          to={`/${locale}/assetManagement/extract?name=${row.coinId}`}
          variant="quiet"
        >
          {shell('link.withdraw')}
        </ButtonLink>
        <TransferLink size="small" variant="quiet" request={{ asset: row.asset }}>
          {t('transfer')}
        </TransferLink>
      </div>
    </div>
  );
}

function LastMoves({ row }: { row: SpotAssetRow }) {
  const t = useTexts('assets');
  const why = useWhy();
  const { moves, load } = useMoves(row);
  if (moves === null) return <Skeleton height={MOVES_SHOWN * 24} />;
  if (moves === 'failed') return <ErrorState onRetry={() => void load()} title={t('offline')} />;
  if (moves.length === 0) return <p className="assets-label">{t('noMoves')}</p>;
  return (
    <ul className="coin-detail-moves">
      {moves.map((move, place) => (
        <li key={`${move.seq} ${place}`}>
          <Moment atMs={move.at} />
          <span>{why(move)}</span>
          <Amount isChange isOwn value={move.change} />
        </li>
      ))}
    </ul>
  );
}
