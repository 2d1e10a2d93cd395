// What is left to do before people are let in, with the way to each. It goes when all is done.
// Facts tick it, nobody's hand. Shown on the overview.
import { useRead } from '@isobath/kit';
import { Button, Check, Panel, StatusDot } from '@isobath/ui';
import { type FirstDayItem, officeRoutes } from '@isobath/wire';
import { linkTo } from '../../../base/address.ts';
import { client } from '../../../base/client.ts';
import { usePermission } from '../../../base/session.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';

const lookEveryMs = 5_000;

/** Where each is done; a backup is made on the host, a mail with the button. */
const pages = {
  operators: ['operators', 'page.operators'],
  terms: ['content', 'page.content'],
  coin: ['coins', 'page.coins'],
  market: ['markets', 'page.markets'],
  alarm: ['config', 'page.config'],
} as const;

/** The list; nothing once every item is done. */
export function FirstDay() {
  const t = useTexts('admin');
  const { data } = useRead(
    ['first-day'],
    (signal) => client.call(officeRoutes.firstDay, { signal }),
    { everyMs: lookEveryMs },
  );
  if (data === null) return null;
  const count = data.items.length;
  const done = data.items.filter(({ isDone }) => isDone).length;
  if (done === count) return null;
  return (
    <Panel
      isFramed
      title={t('firstDay.title')}
      tools={<span className="office-quiet">{t('firstDay.count', { done, count })}</span>}
    >
      <ul className="office-list">
        {data.items.map((item) => (
          <Line item={item} key={item.name} />
        ))}
      </ul>
    </Panel>
  );
}

/** Done: a tick and quiet words. Open: a mark, and the way to do it. */
function Line({ item }: { item: FirstDayItem }) {
  const t = useTexts('admin');
  const words = t(`firstDay.${item.name}`);
  if (item.isDone) {
    return (
      <li>
        <span className="office-step" data-done="">
          <Check aria-hidden="true" />
          <span className="ui-sr">{t('firstDay.done')}</span>
          {words}
        </span>
      </li>
    );
  }
  return (
    <li>
      <span className="office-step">
        <StatusDot label={t('firstDay.open')} tone="warn" />
        {words}
      </span>
      <Way item={item} />
    </li>
  );
}

function Way({ item: { name } }: { item: FirstDayItem }) {
  const t = useTexts('admin');
  if (name === 'mail') return <SendMail />;
  if (name === 'backup') return <small className="office-quiet">{t('firstDay.backup.text')}</small>;
  const [path, label] = pages[name];
  return (
    <a className="ui-link" {...linkTo(path)}>
      {t(label)}
    </a>
  );
}

function SendMail() {
  const t = useTexts('admin');
  const canSend = usePermission('config.write');
  const { act, isPending } = useAction();
  const send = () =>
    act(() => client.call(officeRoutes.sendTestMail, { body: {} }), t('firstDay.sendMail.done'));
  if (!canSend) return null;
  return (
    <Button isPending={isPending} onClick={() => void send()} size="small">
      {t('firstDay.sendMail')}
    </Button>
  );
}
