// One request for credits or debits seen whole: what, why, by whom, its lines with what came of
// each, and its document. The server writes down each look.
import { useRead } from '@isobath/kit';
import {
  Amount,
  Button,
  type Column,
  DataTable,
  KeyValue,
  Moment,
  Panel,
  saveBase64,
  Tag,
} from '@isobath/ui';
import { moneyRoutes, type PostingLine, type PostingRow } from '@isobath/wire';
import { linkTo } from '../../../base/address.ts';
import { client } from '../../../base/client.ts';
import { LoadedBody, PageHead } from '../../../base/PageBody.tsx';
import { usePermission } from '../../../base/session.ts';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';
import { stateTones } from '../facts.tsx';
import { Sums } from './Sums.tsx';

/** The page. */
export function PostingPage({ approvalId }: { approvalId: string }) {
  const t = useTexts('admin');
  const loaded = useRead(['posting', approvalId], (signal) =>
    client.call(moneyRoutes.viewPosting, { query: { approvalId }, signal }),
  );
  const back = { path: 'money', label: t('page.money') };
  return (
    <LoadedBody back={back} read={loaded}>
      {({ row, lines }) => (
        <>
          <PageHead
            back={back}
            text={`${t('approval.what')} ${row.approvalId}`}
            title={`${t(`money.${row.direction}`)} · ${t(`money.ground.${row.ground}`)}`}
            tools={<DocumentButton approvalId={row.approvalId} name={row.document} />}
          />
          <div className="office-stack">
            <Head row={row} />
            <DataTable
              columns={lineColumns(t)}
              label={t('money.lines')}
              rowKey={(line) => String(line.line)}
              rows={lines}
            />
          </div>
        </>
      )}
    </LoadedBody>
  );
}

/** Saves the document; the server writes down who had it. */
export function DocumentButton({ approvalId, name }: { approvalId: number; name: string }) {
  const t = useTexts('admin');
  const { act, isPending } = useAction();
  const open = () =>
    act(async () => {
      saveBase64(await client.call(moneyRoutes.readDocument, { body: { approvalId } }));
    }, '');
  return (
    <Button isPending={isPending} onClick={() => void open()} variant="quiet">
      {t('money.document.save', { name })}
    </Button>
  );
}

function Head({ row }: { row: PostingRow }) {
  const t = useTexts('admin');
  const canDecide = usePermission('approvals.read');
  const state = <Tag tone={stateTones[row.state]}>{t(`state.${row.state}`)}</Tag>;
  return (
    <Panel isFramed isPadded title={t('approval.what')}>
      <KeyValue
        facts={[
          { key: 'state', label: t('approval.state'), value: state },
          { key: 'totals', label: t('money.totals'), value: <Sums totals={row.totals} /> },
          { key: 'maker', label: t('approval.maker'), value: row.maker },
          { key: 'at', label: t('time'), value: <Moment atMs={row.at} /> },
          { key: 'reason', label: t('reason'), value: row.reason },
          {
            key: 'lines',
            label: t('money.lines'),
            value: `${row.doneCount} / ${row.linesCount}`,
          },
        ]}
        isColumns
      />
      {canDecide && row.state === 'pending' ? (
        <a className="ui-link" {...linkTo('approvals')}>
          {t('page.approvals')}
        </a>
      ) : null}
    </Panel>
  );
}

function lineColumns(t: Translate<'admin'>): readonly Column<PostingLine>[] {
  return [
    {
      key: 'line',
      head: t('money.line'),
      width: '80px',
      align: 'end',
      card: 'side',
      cell: (row) => row.line,
    },
    {
      key: 'person',
      head: t('fact.person'),
      width: 'minmax(200px, 2fr)',
      card: 'lead',
      cell: (row) => (
        <span className="office-two-lines">
          <a className="ui-link" {...linkTo(`people/${row.ownerId}`)}>
            {row.email}
          </a>
          <small>{row.ownerId}</small>
        </span>
      ),
    },
    {
      key: 'amount',
      head: t('amount'),
      width: 'minmax(140px, 1fr)',
      align: 'end',
      card: 'main',
      cell: (row) => <Amount unit={row.asset} value={row.amount} />,
    },
    {
      key: 'state',
      head: t('approval.state'),
      width: 'minmax(150px, 1fr)',
      card: 'foot',
      cell: (row) => <LineState row={row} />,
    },
  ];
}

const lineTones = { waiting: 'warn', done: 'info', refused: 'danger' } as const;

function LineState({ row }: { row: PostingLine }) {
  const t = useTexts('admin');
  const more = row.seq === 0 ? row.refusal : `${t('overview.sequence')} ${row.seq}`;
  return (
    <span className="office-two-lines">
      <span>
        <Tag tone={lineTones[row.state]}>{t(`money.state.${row.state}`)}</Tag>
      </span>
      <small>{more}</small>
    </span>
  );
}
