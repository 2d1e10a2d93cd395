// Devices that are signed in, the newest first, and one press that ends every other session.
import { accountRoutes, type RouteAnswer } from '@isobath/wire';
import { Button, RelativeTime, Tag } from '@isobath/ui';
import { useRevalidator } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useCall } from '../../../base/codes/use-call.ts';

const SHOWN = 4;

/** The list. */
export function DeviceList(props: { sessions: RouteAnswer<typeof accountRoutes.sessions> }) {
  const t = useTexts('account');
  const { revalidate } = useRevalidator();
  const call = useCall(t('offline'));
  const { sessions } = props;
  const endOthers = async () => {
    const query = { id: 'all' };
    await call.run(() => browserClient().call(accountRoutes.sessionRevoke, { query }));
    void revalidate();
  };
  return (
    <>
      <ul className="person-list">
        {sessions.slice(0, SHOWN).map((one) => (
          <li className="account-row" key={one.id}>
            <span className="account-row-text">
              {one.device}
              <small>{one.ip}</small>
            </span>
            {one.isCurrent ? (
              <Tag>{t('settings.thisDevice')}</Tag>
            ) : (
              <RelativeTime atMs={one.lastSeenAt} className="person-time" />
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <p className="person-foot">
          <Button
            isPending={call.isRunning}
            onClick={() => void endOthers()}
            size="small"
            variant="quiet"
          >
            {t('settings.endOthers')}
          </Button>
        </p>
      ) : null}
    </>
  );
}
