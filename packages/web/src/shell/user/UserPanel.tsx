// Who is signed in, and everything about them: face, nickname, number, marks, the ways to their
// pages and out. In a popover on a large screen, in a side navigation elsewhere.
// Not here: when it opens (PersonTool.tsx). Loaded when somebody opens it first.
import type { SessionAnswer } from '@isobath/wire';
import { Button, CopyField, LogOut, Portrait } from '@isobath/ui';
import { Link } from 'react-router';
import { IdentityTag, VipTag } from '../../base/person/PersonMarks.tsx';
import { useLogOut } from '../../base/person/log-out.ts';
import { useSession } from '../../base/session.ts';
import { Soon, SoonTag } from '../../base/Soon.tsx';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { addressOf, isSoon } from '../menu/menu.ts';
import { userLinks } from '../menu/own-links.ts';
import { useMenuFacts } from '../menu/use-menu-facts.ts';
import './user.css';

/** Face, name, number and marks of the person. */
export function UserCard(props: { session: SessionAnswer; onLeave: () => void }) {
  const t = useTexts('shell');
  const locale = useLocale();
  const { session, onLeave } = props;
  return (
    <div className="user-card">
      <Link
        aria-label={t('link.userOverview')}
        className="user-face"
        onClick={onLeave}
        to={`/${locale}/user/overView`}
      >
        <Portrait isOwn seed={session.fid} size={48} src={session.photo} />
      </Link>
      <div className="user-names">
        <strong className="user-nickname">{session.fnickname || session.email}</strong>
        <span className="user-number">
          {t('user.uid')} <CopyField label={t('user.uid')} value={String(session.fid)} />
        </span>
      </div>
      <div className="user-marks">
        <VipTag session={session} />
        <Link onClick={onLeave} to={`/${locale}/verifiedIndex`}>
          <IdentityTag level={session.identityLevel} />
          <Soon to={`/${locale}/verifiedIndex`} />
        </Link>
      </div>
    </div>
  );
}

/** The panel. @param onLeave - a way was taken. */
export function UserPanel(props: { onLeave: () => void }) {
  const t = useTexts('shell');
  const session = useSession();
  const facts = useMenuFacts();
  const { isLeaving, leave } = useLogOut();
  if (session === null) return null;
  return (
    <div className="user-panel">
      <UserCard onLeave={props.onLeave} session={session} />
      <ul className="user-links">
        {userLinks.map((link) => (
          <li key={link.word}>
            <Link className="ui-nav-link" onClick={props.onLeave} to={addressOf(link, facts)}>
              {t(`link.${link.word}`)}
              {isSoon(link, facts) ? <SoonTag /> : null}
            </Link>
          </li>
        ))}
      </ul>
      <Button icon={<LogOut />} isFull isPending={isLeaving} onClick={leave} variant="quiet">
        {t('user.logout')}
      </Button>
    </div>
  );
}
