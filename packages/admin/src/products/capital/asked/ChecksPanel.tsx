// What providers were asked about a deposit or a withdrawal, and what they said. Shown by both
// views.
import { KeyValue, Moment, Panel, Tag, type Tone } from '@isobath/ui';
import type { DeskMoneyCheck } from '@isobath/wire';
import { useTexts } from '../../../base/texts.tsx';

const tones: Readonly<Record<DeskMoneyCheck['state'], Tone>> = {
  new: 'outline',
  asked: 'outline',
  passed: 'info',
  held: 'warn',
  refused: 'danger',
};

/** The panel; nothing where nobody was asked. */
export function ChecksPanel({ checks }: { checks: readonly DeskMoneyCheck[] }) {
  const t = useTexts('custody');
  if (checks.length === 0) return null;
  return (
    <Panel isFramed isPadded title={t('checks.title')}>
      <KeyValue
        facts={checks.map(({ kind, state, madeAt, foundAt }) => ({
          key: kind,
          label: t(`checks.${kind}`),
          value: (
            <span className="custody-tags">
              <Tag tone={tones[state]}>{t(`checks.state.${state}`)}</Tag>
              <Moment atMs={foundAt === 0 ? madeAt : foundAt} />
            </span>
          ),
        }))}
      />
    </Panel>
  );
}
