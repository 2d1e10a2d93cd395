// What the exchange has, a door each, and the way to take it along: at the end of home. Comes when
// somebody reads so far down (LateMap.tsx), so that the first load does not carry it.
import { Link } from 'react-router';
import { QrPicture } from '../../../base/downloads/QrPicture.tsx';
import { useRootData } from '../../../base/session.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';

/** Pages that are there, with their names of the menus and a sentence each. */
const doors = [
  { to: 'trade/exchange/?tradeCode=btc_usdt', name: 'link.spot', text: 'map.spot' },
  { to: 'market', name: 'link.markets', text: 'map.markets' },
  { to: 'marketExplore/overview', name: 'link.overview', text: 'map.overview' },
  { to: 'assetManagement/overView', name: 'link.assets', text: 'map.assets' },
  { to: 'rateStandard', name: 'link.fees', text: 'map.fees' },
  { to: 'docs', name: 'link.docs', text: 'map.docs' },
  { to: 'support/index', name: 'link.help', text: 'map.help' },
  { to: 'status', name: 'link.status', text: 'map.status' },
] as const;

/** The map. */
export function ProductMap() {
  const t = useTexts('coins');
  const shell = useTexts('shell');
  const locale = useLocale();
  const { origin } = useRootData();
  const app = `/${locale}/app/downLoad`;
  return (
    <>
      <h2 className="home-map-title">{t('map.title')}</h2>
      <ul className="home-map">
        {doors.map(({ to, name, text }) => (
          <li key={to}>
            <Link to={`/${locale}/${to}`}>
              <b>{shell(name)}</b>
              <span>{t(text)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="home-app">
        <QrPicture address={origin + app} label={shell('download.scan')} />
        <p>
          <b>{shell('link.app')}</b>
          <span>{t('map.app')}</span>
          <Link to={app}>{shell('download.more')}</Link>
        </p>
      </div>
    </>
  );
}
