// The footer: four columns of links, how to reach the house, its channels, and the copyright line.
// All names and addresses come from the brand file; an operator may set others (values `brand` and
// `contacts`).
import { brand, brandAddress, CirclePlay, MessageCircle, Send } from '@isobath/ui';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { useBrandName } from '../../base/house.ts';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { LatePopover } from '../../base/late/LatePopover.tsx';
import { useRootData } from '../../base/session.ts';
import { SoonTag } from '../../base/Soon.tsx';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { addressOf, footerColumns, isSoon, listShown } from '../menu/menu.ts';
import { useMenuFacts } from '../menu/use-menu-facts.ts';

const QrPicture = lazyPart(
  () => import('../../base/downloads/QrPicture.tsx'),
  'QrPicture',
  <div className="shell-qr" />,
);

const icons: Readonly<Record<string, ReactNode>> = {
  x: (
    <svg aria-hidden="true" fill="none" stroke="currentColor" viewBox="0 0 24 24">
      <path d="M4.5 4h3.8l11.2 16h-3.8zM19 4l-6.3 7.1M5 20l6.3-7.1" strokeWidth="1.6" />
    </svg>
  ),
  youtube: <CirclePlay aria-hidden="true" />,
  telegram: <Send aria-hidden="true" />,
  whatsapp: <MessageCircle aria-hidden="true" />,
};

const boxes = ['service', 'product', 'business', 'case'] as const;

/** The footer of pages that scroll. */
export function Footer() {
  const { renderedAtMs, config } = useRootData();
  const t = useTexts('shell');
  const name = useBrandName();
  const year = new Date(renderedAtMs).getUTCFullYear();
  return (
    <footer className="shell-footer">
      <div className="footer-inner">
        <Columns />
        <section className="footer-contact">
          <h2 className="footer-head">{t('footer.contact')}</h2>
          <ul className="footer-links">
            {boxes.map((box) => {
              const own = config.contacts.find(({ place }) => place === box)?.address;
              const address = own ?? brandAddress(box);
              return (
                <li key={box}>
                  <span>{t(`footer.${box}`)}</span>
                  <a href={`mailto:${address}`}>{address}</a>
                </li>
              );
            })}
          </ul>
          <Channels />
        </section>
      </div>
      <p className="footer-end">{`© ${brand.firstYear}-${year} ${name} · ${brand.domain}`}</p>
    </footer>
  );
}

function Columns() {
  const t = useTexts('shell');
  const facts = useMenuFacts();
  return (
    <nav aria-label={t('footer.label')} className="footer-columns">
      {footerColumns.map((column) => (
        <section key={column.word}>
          <h2 className="footer-head">{t(`link.${column.word}`)}</h2>
          <ul className="footer-links">
            {listShown(column.links, facts).map((link) => (
              <li key={link.word}>
                <Link to={addressOf(link, facts)}>
                  {t(`link.${link.word}`)}
                  {isSoon(link, facts) ? <SoonTag /> : null}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Two networks as links, two chats with a code to scan. */
function Channels() {
  const t = useTexts('shell');
  const locale = useLocale();
  const { origin, config } = useRootData();
  // Until the operator names an account, the page that says which ones are real stands in for it.
  const addressFor = (channel: { key: string; address: string }) =>
    config.contacts.find(({ place }) => place === channel.key)?.address ||
    channel.address ||
    `${origin}/${locale}/support/official-channel#${channel.key}`;
  return (
    <div className="footer-channels">
      {brand.networks.map((network) => (
        <a
          aria-label={network.name}
          className="ui-icon-button"
          href={addressFor(network)}
          key={network.key}
          rel="noopener"
          title={network.name}
        >
          {icons[network.key]}
        </a>
      ))}
      {brand.chats.map((chat) => (
        <LatePopover
          key={chat.key}
          label={chat.name}
          opensOnHover
          side="top"
          trigger={
            <button
              aria-label={chat.name}
              className="ui-icon-button"
              title={chat.name}
              type="button"
            >
              {icons[chat.key]}
            </button>
          }
        >
          <div className="footer-code">
            <QrPicture address={addressFor(chat)} label={t('footer.scan', { name: chat.name })} />
            <a href={addressFor(chat)}>{t('footer.scan', { name: chat.name })}</a>
          </div>
        </LatePopover>
      ))}
    </div>
  );
}
