// What stands open below a withdrawal: how far it is and what comes next, taking it back as long as
// that is possible, its transaction and address. Not the row itself. Called by lists of records.
import type { CapitalNetwork, CapitalRecord } from '@isobath/wire';
import { Moment, Timeline, type TimelineMoment } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import { CancelWithdrawal } from './CancelWithdrawal.tsx';
import { RecordFacts } from './RecordFacts.tsx';
import { countConfirmed, isCancelable, readWithdrawStatus } from './states.ts';

/** Steps that somebody has to take: shown only where they are on the way. */
const PEOPLE = [
  ['review', 2],
  ['waiting_approval', 3],
] as const;
const AFTER_CHECKS: readonly string[] = ['review', 'waiting_approval', 'queued'];
const [QUEUED, SENDING, COMPLETE] = [4, 5, 6];

const timeOf = ({ steps }: CapitalRecord, ...words: readonly string[]) => {
  const step = steps.findLast(({ word }) => words.includes(word));
  return step === undefined ? undefined : <Moment atMs={step.at} />;
};

/** When its checks were through: it went on, to somebody who looks or into the queue. */
const timeOfChecked = ({ steps }: CapitalRecord) => {
  const next = steps.find(({ word }) => AFTER_CHECKS.includes(word));
  return next === undefined ? undefined : <Moment atMs={next.at} />;
};

/** Whether it was ever where this word says. */
const hasBeen = ({ steps }: CapitalRecord, word: string) =>
  steps.some((step) => step.word === word);

const stateOf = (status: number, own: number) =>
  status === own ? 'now' : status > own ? 'done' : 'later';

/** Checks by people, where there are some. */
function usePeople(row: CapitalRecord): TimelineMoment[] {
  const t = useTexts('capital');
  return PEOPLE.filter(([word, own]) => row.status === own || hasBeen(row, word)).map(
    ([word, own]) => ({
      key: word,
      title: t(`out.step.${word}`),
      text: row.status === own ? t(`out.note.${word}`) : undefined,
      time: timeOf(row, word),
      state: stateOf(row.status, own),
    }),
  );
}

/** Asked, checked, queued, sent, arrived; or where the way has ended. */
function useMoments(row: CapitalRecord): TimelineMoment[] {
  const t = useTexts('capital');
  const people = usePeople(row);
  const { status } = row;
  const begun: TimelineMoment[] = [
    {
      key: 'requested',
      title: t('out.step.requested'),
      time: <Moment atMs={row.at} />,
      state: 'done',
    },
  ];
  const known = readWithdrawStatus(row);
  if (known === '7' || known === '8' || known === '9') {
    const ended: TimelineMoment = {
      key: known,
      title: t(`out.status.${known}`),
      text: t(`out.note.${known}`),
      time: timeOf(row, 'cancelled', 'rejected', 'failed'),
      state: 'failed',
    };
    return [...begun, ...people.map((moment) => ({ ...moment, state: 'done' as const })), ended];
  }
  const isMined = status === SENDING && row.confirmations > 0 && row.needed > 0;
  return [
    ...begun,
    {
      key: 'checked',
      title: t('out.step.checked'),
      time: timeOfChecked(row),
      state: stateOf(status, 1),
    },
    ...people,
    {
      key: 'queued',
      title: t('out.step.queued'),
      text: status === QUEUED ? t('out.note.queued') : undefined,
      time: timeOf(row, 'queued'),
      state: stateOf(status, QUEUED),
    },
    {
      key: 'sent',
      title: t('out.step.sent'),
      text: isMined
        ? t('step.confirmed', { done: countConfirmed(row), needed: row.needed })
        : undefined,
      time: timeOf(row, 'sent'),
      state: stateOf(status, SENDING),
    },
    {
      key: 'complete',
      title: t('out.step.complete'),
      time: timeOf(row, 'complete'),
      state: status === COMPLETE ? 'done' : 'later',
    },
  ];
}

/** The detail. @param props - asset: name of its coin; onChange: it was taken back. */
export function WithdrawalDetail(props: {
  row: CapitalRecord;
  network: CapitalNetwork | undefined;
  asset: string;
  onChange: () => void;
}) {
  const t = useTexts('capital');
  const { row } = props;
  return (
    <div className="records-detail">
      <div className="records-way">
        <Timeline label={t('records.way')} moments={useMoments(row)} />
        {isCancelable(row) ? <CancelWithdrawal onChange={props.onChange} row={row} /> : null}
      </div>
      <RecordFacts asset={props.asset} network={props.network} row={row} />
    </div>
  );
}
