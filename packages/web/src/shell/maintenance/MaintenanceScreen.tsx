// The face of a closed exchange over a page that was open: what was typed below it stays. It asks
// every five seconds, and goes when the exchange is open again. Shown by Refusals.tsx.
import { languageTagOf } from '@isobath/texts';
import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { lookIfOpen } from '../../base/client.ts';
import { restartLive } from '../../base/live.ts';
import { useLocale } from '../../base/texts.tsx';
import { MaintenanceFace } from './MaintenanceFace.tsx';

const lookEveryMs = 5_000;
const form: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** The screen. @param onOpen - called when the exchange is open again. */
export function MaintenanceScreen(props: { endsAtMs: number; onOpen: () => void }) {
  const tag = languageTagOf(useLocale());
  const { revalidate } = useRevalidator();
  const end = useRef(() => {});
  end.current = () => {
    restartLive();
    void revalidate();
    props.onOpen();
  };
  useEffect(() => {
    const timer = setInterval(() => {
      void lookIfOpen().then((isOpen) => {
        if (isOpen) end.current();
      });
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="maintenance-screen">
      <MaintenanceFace
        endsAtMs={props.endsAtMs}
        time={new Date(props.endsAtMs).toLocaleString(tag, form)}
      />
    </div>
  );
}
