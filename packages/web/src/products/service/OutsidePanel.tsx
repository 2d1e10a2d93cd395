// The frame in which somebody else's script answers a line, below a head of ours that says whose it
// is. It stays when it is closed: what is unread is heard from it. Shown by ServiceWidget.tsx.
import { IconButton, X } from '@isobath/ui';
import { useTexts } from '../../base/texts.tsx';
import { useValue } from '../../base/value.ts';
import type { Outside } from './outside.ts';

const names = { 1: 'line.1', 2: 'line.2', 3: 'line.3' } as const;

/** The panel of a line of somebody else. */
export function OutsidePanel({ outside }: { outside: Outside }) {
  const t = useTexts('service');
  const tries = useValue(outside.tries);
  const isOpen = useValue(outside.isOpen);
  if (tries === 0) return null;
  const { line, host } = outside;
  const title = t(names[line]);
  return (
    <section
      aria-label={title}
      className="service-panel"
      hidden={!isOpen}
      onKeyDown={(event) => {
        if (event.key === 'Escape') outside.close();
      }}
    >
      <header>
        <h2>{title}</h2>
        <IconButton icon={<X />} label={t('close')} onClick={() => outside.close()} />
      </header>
      <p className="service-wait">{t('outside', { host })}</p>
      <iframe
        className="service-outside"
        key={tries}
        onLoad={() => outside.arrived()}
        ref={(frame) => outside.attach(frame)}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-forms allow-popups"
        src={`/outside/${line}`}
        title={title}
      />
    </section>
  );
}
