// One line under the header that says when the exchange will be closed, until it is. It comes only
// when something is planned (Frame.tsx). Not the closed exchange itself (MaintenanceScreen.tsx).
import { Moment } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../base/texts.tsx';

/** The longest time a browser's timer can wait. */
const waitMaxMs = 2 ** 31 - 1;

/** The line. @param endsAt - 0 = not known until when. */
export function PlannedBar(props: { startsAt: number; endsAt: number }) {
  const t = useTexts('site');
  const { startsAt, endsAt } = props;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const waitMs = Math.min(Math.max(0, startsAt - Date.now()), waitMaxMs);
    const timer = setTimeout(() => setOver(Date.now() >= startsAt), waitMs);
    return () => clearTimeout(timer);
  }, [startsAt]);
  if (isOver) return null;
  const text =
    endsAt > startsAt
      ? t('maintenance.planned', { from: '\nfrom\n', to: '\nto\n' })
      : t('maintenance.plannedOpen', { from: '\nfrom\n' });
  const moments: Readonly<Record<string, number>> = { from: startsAt, to: endsAt };
  return (
    <aside className="shell-region" role="status">
      {text.split('\n').map((piece, place) => {
        const atMs = moments[piece];
        if (atMs === undefined) return piece;
        return (
          <span key={place}>
            <Moment atMs={atMs} form="date" /> <Moment atMs={atMs} form="time" />
          </span>
        );
      })}
    </aside>
  );
}
