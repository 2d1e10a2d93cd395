// The bell in the header: how much is unread, the panel behind it, a toast when a message comes.
// Only for signed-in people. Shown by the shell through header-parts.tsx.
import { Bell, Dialog, IconButton, Popover, showCount, useToasts } from '@isobath/ui';
import type { MessageRow } from '@isobath/wire';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { isOwnGift } from '../../base/notifications/own-gifts.ts';
import { reportBrowser } from '../../base/notifications/report.ts';
import { useScreen } from '../../base/screen.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { Chooser } from './Chooser.tsx';
import { followJump, readJump } from './jump.ts';
import { useNotifications } from './notification-store.ts';
import { TaskReminder } from './tasks/TaskReminder.tsx';
import './inbox.css';

const TOASTS_MAX = 3;
const PAGE = 'inMail/noticeNavList';
/** The trade page tells of its own orders by itself. */
const TRADE_MODULE = 21;
/** Each alert was asked for by itself, and is told by itself. */
const QUOTES_MODULE = 20;
const TRADE_PAGE = '/trade/exchange/';

/** The bell. */
export function NotificationBell() {
  const { search } = useLocation();
  return (
    <>
      <Arrivals />
      <BellButton key={search} />
    </>
  );
}

function BellButton() {
  const t = useTexts('inbox');
  const locale = useLocale();
  const notifications = useNotifications(locale);
  const [isOpen, setOpen] = useState(false);
  const count = notifications?.countTotal ?? 0;
  const close = () => setOpen(false);
  const isPhone = useScreen() === 'phone';
  const button = (
    <IconButton
      className="inbox-bell"
      icon={
        <>
          <Bell />
          {count === 0 ? null : (
            <span aria-hidden="true" className="inbox-bell-count">
              {showCount(count)}
            </span>
          )}
        </>
      }
      label={count === 0 ? t('openNone') : t('open', { count })}
      aria-haspopup="dialog"
      onClick={isPhone ? () => setOpen(true) : undefined}
    />
  );
  if (isPhone) {
    return (
      <>
        {button}
        <Dialog isOpen={isOpen} onOpenChange={setOpen} title={t('title')}>
          <Panel onLeave={close} />
        </Dialog>
      </>
    );
  }
  return (
    <Popover
      align="end"
      isBare
      isFixed
      isOpen={isOpen}
      label={t('title')}
      onOpenChange={setOpen}
      trigger={button}
    >
      <Panel onLeave={close} />
    </Popover>
  );
}

const causeOf = ({ id, moduleCode, submoduleCode, bizType }: MessageRow) =>
  ['messages', submoduleCode, moduleCode === QUOTES_MODULE ? id : bizType].join('/');

/** What is behind the bell: beside it on a desk, in a sheet on a phone. */
function Panel({ onLeave }: { onLeave: () => void }) {
  const t = useTexts('inbox');
  const locale = useLocale();
  return (
    <div className="inbox-panel">
      <Chooser onJump={onLeave} reminder={<TaskReminder onJump={onLeave} />} />
      <Link className="inbox-see-more" onClick={onLeave} to={`/${locale}/${PAGE}`}>
        {t('seeMore')}
      </Link>
    </div>
  );
}

/** A toast for what arrives while the page is open: messages about the same are one of them. */
function Arrivals() {
  const locale = useLocale();
  const notifications = useNotifications(locale);
  const toasts = useToasts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const t = useTexts('inbox');
  const seenId = useRef<number | null>(null);
  useEffect(() => {
    if (notifications === null) return;
    const newestId = Number(notifications.newest[0]?.id ?? 0);
    const before = seenId.current;
    seenId.current = Math.max(before ?? 0, newestId);
    if (before === null) return;
    const isTrading = pathname.includes(TRADE_PAGE);
    const fresh = notifications.newest
      .filter((row) => Number(row.id) > before)
      .filter((row) => !(isTrading && row.moduleCode === TRADE_MODULE))
      .filter((row) => !isOwnGift(row))
      .slice(0, TOASTS_MAX);
    // The newest last: of several that are one, it has the last word.
    for (const row of fresh.toReversed()) {
      const jump = readJump(row);
      const look = () => {
        if (jump !== undefined) followJump(navigate, `/${locale}${jump}`);
      };
      reportBrowser({ id: row.id, title: row.title, text: row.content, onPress: look });
      toasts.show({
        kind: row.moduleCode === TRADE_MODULE ? 'own' : 'notice',
        title: (count) => (count > 1 ? t('arrived', { count }) : row.title),
        text: row.content,
        cause: causeOf(row),
        action: jump === undefined ? undefined : { label: t('look'), onPress: look },
      });
    }
  }, [notifications, toasts, navigate, locale, pathname, t]);
  return null;
}
