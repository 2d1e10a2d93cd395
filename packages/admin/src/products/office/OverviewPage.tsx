// How the exchange stands at this moment, and the switch that stops it.
// It is no monitor: figures are read every five seconds.
// Listed in index.ts.
import { useRead } from '@isobath/kit';
import { Amount, Banner, Button, KeyValue, Panel, StatusDot } from '@isobath/ui';
import { officeRoutes, type RouteAnswer } from '@isobath/wire';
import { useState } from 'react';
import { goTo, linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { ReasonDialog } from '../../base/ReasonDialog.tsx';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { ActionsTable } from './ActionsTable.tsx';
import { ChainAlarms } from './overview/ChainAlarms.tsx';
import { FirstDay } from './overview/FirstDay.tsx';

type Overview = RouteAnswer<typeof officeRoutes.overview>;

const lookEveryMs = 5_000;
const LATEST_ACTIONS = 8;

/** The first page. */
export function OverviewPage() {
  const t = useTexts('admin');
  const loaded = useRead(['overview'], (signal) => client.call(officeRoutes.overview, { signal }), {
    everyMs: lookEveryMs,
  });
  const canSeeActions = usePermission('audit.read');
  const canSeeChains = usePermission('custody.read');
  return (
    <>
      <PageHead title={t('page.overview')} />
      <LoadedBody read={loaded}>
        {(overview) => (
          <div className="office-stack">
            <Notifications overview={overview} />
            {canSeeChains ? <ChainAlarms /> : null}
            <FirstDay />
            <Tiles overview={overview} />
            <Trading onDone={loaded.reload} overview={overview} />
            {canSeeActions ? <LatestActions /> : null}
          </div>
        )}
      </LoadedBody>
    </>
  );
}

function Notifications({ overview }: { overview: Overview }) {
  const t = useTexts('admin');
  return (
    <>
      {overview.closed.length > 0 ? (
        <Banner title={t('overview.closed')} tone="warn">
          {overview.closed.map((name) => t(`switch.${name as 'maintenance'}`)).join(', ')}
        </Banner>
      ) : null}
      {overview.approvalsCount > 0 ? (
        <Banner
          actions={
            <Button onClick={() => goTo('approvals')} size="small" variant="quiet">
              {t('page.approvals')}
            </Button>
          }
          title={t('overview.waiting', { count: overview.approvalsCount })}
        />
      ) : null}
    </>
  );
}

function Tiles({ overview }: { overview: Overview }) {
  const t = useTexts('admin');
  const behind = overview.durableSequence - overview.projectedSequence;
  const tiles = [
    ['overview.people', overview.usersCount, 'people'],
    ['overview.sessions', overview.sessionsCount, ''],
    ['overview.talks', overview.talksCount, 'desk'],
    ['overview.orders', overview.openOrdersCount, ''],
    ['overview.sequence', overview.durableSequence, ''],
    ['overview.behind', Math.max(0, behind), ''],
  ] as const;
  return (
    <div className="office-tiles">
      {tiles.map(([label, value, path]) => (
        <a className="office-tile" key={label} {...(path === '' ? {} : linkTo(path))}>
          <span>{t(label)}</span>
          <b>
            <Amount decimals={0} value={String(value)} />
          </b>
        </a>
      ))}
    </div>
  );
}

/** What was done lately; the whole chain is a page of its own. */
function LatestActions() {
  const t = useTexts('admin');
  const loaded = useRead(['audit', 'all', 0], (signal) =>
    client.call(officeRoutes.listAudit, { signal }),
  );
  return (
    <Panel
      isFramed
      title={t('page.audit')}
      tools={
        <a className="ui-link" {...linkTo('audit')}>
          {t('audit.all')}
        </a>
      }
    >
      <LoadedBody read={loaded}>
        {(rows) => <ActionsTable rows={rows.slice(0, LATEST_ACTIONS)} />}
      </LoadedBody>
    </Panel>
  );
}

/** What one operator does alone, and what another must approve. */
const acts = {
  halt: {
    route: officeRoutes.haltTrading,
    title: 'trading.halt',
    text: 'trading.halt.text',
    done: 'trading.halted',
  },
  cancelOnly: {
    route: officeRoutes.cancelOnlyTrading,
    title: 'trading.cancelOnly',
    text: 'trading.cancelOnly.text',
    done: 'trading.cancelOnly.done',
  },
  resume: {
    route: officeRoutes.resumeTrading,
    title: 'trading.resume',
    text: 'trading.resume.text',
    done: 'approval.made',
  },
} as const;

function Trading(props: { overview: Overview; onDone: () => void }) {
  const t = useTexts('admin');
  const { mode, reason } = props.overview;
  const canHalt = usePermission('trading.halt');
  const canResume = usePermission('trading.resume');
  const [requested, setRequested] = useState<keyof typeof acts | null>(null);
  const { act, isPending } = useAction();
  const isHalted = mode === 'halted';
  const shown = acts[requested ?? 'halt'];
  const confirm = async (why: string) => {
    if (requested === null) return;
    const { route, done } = acts[requested];
    const isDone = await act(() => client.call(route, { body: { reason: why } }), t(done));
    if (!isDone) return;
    setRequested(null);
    props.onDone();
  };
  return (
    <Panel isFramed isPadded title={t('trading.title')}>
      <KeyValue
        isColumns
        facts={[
          {
            key: 'mode',
            label: t('trading.mode'),
            value: (
              <StatusDot tone={mode === 'normal' ? 'good' : isHalted ? 'bad' : 'warn'}>
                {t(`trading.mode.${mode as 'normal'}`)}
              </StatusDot>
            ),
          },
          { key: 'reason', label: t('reason'), value: reason === '' ? '--' : reason },
        ]}
      />
      <div className="office-actions">
        {canHalt && !isHalted ? (
          <Button onClick={() => setRequested('halt')} variant="danger">
            {t('trading.halt')}
          </Button>
        ) : null}
        {canHalt && mode === 'normal' ? (
          <Button onClick={() => setRequested('cancelOnly')} variant="danger">
            {t('trading.cancelOnly')}
          </Button>
        ) : null}
        {canResume && mode !== 'normal' ? (
          <Button onClick={() => setRequested('resume')} variant="primary">
            {t('trading.resume')}
          </Button>
        ) : null}
      </div>
      <ReasonDialog
        confirmLabel={requested === 'resume' ? t('approval.ask') : t(shown.title)}
        isDanger={requested !== 'resume'}
        isOpen={requested !== null}
        isPending={isPending}
        onClose={() => setRequested(null)}
        onConfirm={(why) => void confirm(why)}
        text={t(shown.text)}
        title={t(shown.title)}
      />
    </Panel>
  );
}
