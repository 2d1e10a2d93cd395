// What one owns in one number: in USDT, BTC, ETH or one's own currency; unit and hiding are
// remembered. Asked for when the popup opens. Not here: single coins (the assets page).
import { assetsRoutes, configurationRoutes } from '@isobath/wire';
import { ChevronRight, Eye, EyeOff, IconButton, Money, Segmented } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { browserClient } from '../../base/client.ts';
import { type AssetUnit, assetUnits, currencySetting, unitSetting } from '../../base/money.ts';
import { hideSetting, useSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { showWorth, type Worth } from '../../base/worth.ts';
import './header.css';

function useWorth(): Worth | null {
  const [worth, setWorth] = useState<Worth | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const client = browserClient();
    Promise.all([
      client.call(assetsRoutes.overview, { signal }),
      client.call(configurationRoutes.currencyRates, { signal }),
    ])
      .then(([{ totalUsdt }, { rates }]) => setWorth({ totalUsdt, rates }))
      .catch(() => {});
    return () => leave.abort();
  }, []);
  return worth;
}

/** The card. @param onLeave - the way to the overview was taken. */
export function AssetsCard(props: { onLeave: () => void }) {
  const t = useTexts('shell');
  const locale = useLocale();
  const worth = useWorth();
  const [unit, setUnit] = useSetting(unitSetting);
  const [currency] = useSetting(currencySetting);
  const [isHidden, setHidden] = useSetting(hideSetting);
  const nameOf = (each: AssetUnit) => (each === 'Cny' ? currency : each);
  const code = nameOf(unit);
  const value = worth === null ? '' : showWorth(worth, code, 8);
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
      <p className="assets-card-value">
        <Money decimals={2} isOwn standing="own" unit={code} value={value || null} />
      </p>
      <Segmented
        label={t('assets.unit')}
        onChange={setUnit}
        options={assetUnits.map((each) => ({ value: each, label: nameOf(each) }))}
        value={unit}
      />
    </div>
  );
}
