// What stands open below a deposit: how far it is and what comes next, its transaction and address.
import type { CapitalNetwork, CapitalRecord } from '@isobath/wire';
import { Moment, Timeline, type TimelineMoment } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import { RecordFacts } from './RecordFacts.tsx';
import { countConfirmed, type DepositStatus, readStatus } from './states.ts';

/** States in which the way has ended before the money was credited. */
const FAILED: readonly DepositStatus[] = ['4', '7'];
/** States in which it waits for something else than blocks. */
const WAITING: readonly DepositStatus[] = ['10', '11'];

function findStep({ steps }: CapitalRecord, word: string) {
  const step = steps.find((one) => one.word === word);
  return step === undefined ? undefined : <Moment atMs={step.at} />;
}

/** Seen, confirming, credited; or where the way has ended. */
function useMoments(row: CapitalRecord): TimelineMoment[] {
  const t = useTexts('capital');
  const status = readStatus(row);
  const seen: TimelineMoment = {
    key: 'seen',
    title: t('step.seen'),
    time: findStep(row, 'seen') ?? <Moment atMs={row.at} />,
    state: 'done',
  };
  const values = { done: countConfirmed(row), needed: row.needed };
  const isConfirming = status === '1';
  const confirming: TimelineMoment = {
    key: 'confirming',
    title: row.needed === 0 ? t('step.final') : t('step.confirmed', values),
    state: isConfirming ? 'now' : 'done',
  };
  if (FAILED.includes(status) || WAITING.includes(status)) {
    const ended: TimelineMoment = {
      key: status,
      title: t(`status.${status}`),
      text: t(`note.${status as '4' | '7' | '10' | '11'}`),
      state: FAILED.includes(status) ? 'failed' : 'now',
    };
    return status === '4' || status === '10' ? [seen, ended] : [seen, confirming, ended];
  }
  const credited: TimelineMoment = {
    key: 'credited',
    title: t('step.credited'),
    time: findStep(row, 'credited'),
    text: status === '3' ? undefined : t('step.creditedNext'),
    state: { '1': 'later', '2': 'now', '3': 'done' }[status as '1' | '2' | '3'] as 'done',
  };
  return [seen, confirming, credited];
}

/** The detail. @param props - network: undefined when it is not listed; asset: name of its coin. */
export function DepositDetail(props: {
  row: CapitalRecord;
  network: CapitalNetwork | undefined;
  asset: string;
}) {
  const t = useTexts('capital');
  const { row, network, asset } = props;
  return (
    <div className="records-detail">
      <Timeline label={t('records.way')} moments={useMoments(row)} />
      <RecordFacts asset={asset} network={network} row={row} />
    </div>
  );
}
