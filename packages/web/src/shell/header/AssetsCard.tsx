// What one owns in one number: in USDT, BTC, ETH or one's own currency; unit and hiding are
// remembered. Asked for when the popup opens. Not here: single coins (the assets page).
import type { Client } from '@isobath/sdk';
import { assetsRoutes, configurationRoutes } from '@isobath/wire';
import {
  Button,
  ChevronRight,
  Eye,
  EyeOff,
  IconButton,
  Money,
  Segmented,
  Skeleton,
  useSkeleton,
} from '@isobath/ui';
import { Link } from 'react-router';
import { useRequested } from '../../base/requested.ts';
import { browserClient } from '../../base/client.ts';
import { type AssetUnit, assetUnits, currencySetting, unitSetting } from '../../base/money.ts';
import { hideSetting, useSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { type Since, useFresh } from '../../base/use-fresh.ts';
import { showWorth, type Worth } from '../../base/worth.ts';
import './header.css';

type Known = Worth | 'failed' | null;

async function loadWorth(client: Client, query: Since, signal?: AbortSignal): Promise<Known> {
  const options = signal === undefined ? {} : { signal };
  const [{ totalUsdt }, { rates }] = await Promise.all([
    client.call(assetsRoutes.overview, { query, ...options }),
    client.call(configurationRoutes.currencyRates, options),
  ]);
  return { totalUsdt, rates };
}

const askWorth = (signal: AbortSignal) => loadWorth(browserClient(), {}, signal);
const keepWorth = (client: Client, since: Since) => loadWorth(client, since);

/** The card. @param onLeave - the way to the overview was taken. */
export function AssetsCard(props: { onLeave: () => void }) {
  const t = useTexts('shell');
  const locale = useLocale();
  const { answer, again } = useRequested(askWorth);
  const { data: worth } = useFresh<Known>(answer, keepWorth);
  const isSkeleton = useSkeleton(worth === null);
  const [unit, setUnit] = useSetting(unitSetting);
  const [currency] = useSetting(currencySetting);
  const [isHidden, setHidden] = useSetting(hideSetting);
  const nameOf = (each: AssetUnit) => (each === 'Cny' ? currency : each);
  const code = nameOf(unit);
  return (
    <div className="assets-card">
      <div className="assets-card-head">
        <Link
          className="assets-card-way"
          onClick={props.onLeave}
          to={`/${locale}/assetManagement/overView`}
        >
          {t('assets.total')}
          <ChevronRight aria-hidden="true" />
        </Link>
        <IconButton
          icon={isHidden ? <EyeOff /> : <Eye />}
          isPressed={isHidden}
          label={t('assets.hide')}
          onClick={() => setHidden(!isHidden)}
          size="small"
        />
      </div>
      {worth === null || isSkeleton ? (
        <div
          aria-busy="true"
          aria-label={t('ui.loading')}
          className="assets-card-value"
          role="group"
        >
          {isSkeleton ? <Skeleton height={24} width="70%" /> : null}
        </div>
      ) : worth === 'failed' ? (
        <div className="assets-card-failed" role="alert">
          {t('assets.failed')}
          <Button onClick={again} size="small" variant="quiet">
            {t('ui.retry')}
          </Button>
        </div>
      ) : (
        <p className="assets-card-value">
          <Money
            decimals={2}
            isOwn
            standing="own"
            unit={code}
            value={showWorth(worth, code) || null}
          />
        </p>
      )}
      <Segmented
        label={t('assets.unit')}
        onChange={setUnit}
        options={assetUnits.map((each) => ({ value: each, label: nameOf(each) }))}
        value={unit}
      />
    </div>
  );
}
