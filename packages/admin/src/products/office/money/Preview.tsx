// What lines would do: whose account, how much, what can be disposed of before and after, and what
// is wrong with a line. Shown by PostingForm.tsx.
import { Amount, Banner, type Column, DataTable, Tag } from '@isobath/ui';
import type { CheckedLine, moneyRoutes, RouteAnswer } from '@isobath/wire';
import { Figure } from '../../../base/Figure.tsx';
import { type Translate, useTexts } from '../../../base/texts.tsx';

/** A line with its place. */
type Row = CheckedLine & { readonly line: number };

/** The lines, those with a problem first. */
export function Preview(props: { checked: RouteAnswer<typeof moneyRoutes.checkPosting> }) {
  const t = useTexts('admin');
  const { lines, problemsCount } = props.checked;
  const rows = lines
    .map((line, place): Row => ({ ...line, line: place + 1 }))
    .toSorted((one, other) => Number(one.problem === '') - Number(other.problem === ''));
  return (
    <>
      {problemsCount === 0 ? null : (
        <Banner tone="danger">{t('money.problems', { count: problemsCount })}</Banner>
      )}
      <DataTable
        columns={previewColumns(t)}
        label={t('money.preview')}
        rowKey={(row) => String(row.line)}
        rows={rows}
      />
    </>
  );
}

/** A balance that is known, with what it is. */
function showFigure(head: string, value: string) {
  return <Figure head={head}>{value === '' ? '--' : <Amount value={value} />}</Figure>;
}

function previewColumns(t: Translate<'admin'>): readonly Column<Row>[] {
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
          <span>{row.email}</span>
          <small>
            {row.problem === '' ? (
              row.ownerId
            ) : (
              <Tag tone="danger">{t(`money.problem.${row.problem}`)}</Tag>
            )}
          </small>
        </span>
      ),
    },
    {
      key: 'amount',
      head: t('amount'),
      width: 'minmax(140px, 1fr)',
      align: 'end',
      card: 'main',
      cell: (row) =>
        row.before === '' ? (
          `${row.amount} ${row.asset}`
        ) : (
          <Amount unit={row.asset} value={row.amount} />
        ),
    },
    {
      key: 'before',
      head: t('money.before'),
      width: 'minmax(130px, 1fr)',
      align: 'end',
      card: 'sub',
      cell: (row) => showFigure(t('money.before'), row.before),
    },
    {
      key: 'after',
      head: t('money.after'),
      width: 'minmax(130px, 1fr)',
      align: 'end',
      card: 'foot',
      cell: (row) => showFigure(t('money.after'), row.after),
    },
  ];
}
