// What each level allows, in one table, before anybody asks for one. Shown by LevelsPage.tsx.
import { Check, type Column, DataTable, Money, Tag } from '@isobath/ui';
import type { IdentityLevel } from '@isobath/wire';
import { useTexts } from '../../base/texts.tsx';
import type { Level } from './standing.ts';

interface Row {
  readonly name: string;
  readonly limit: string;
  readonly isOwn: boolean;
}

const levelNames: readonly IdentityLevel[] = ['none', 'standard', 'advanced', 'company'];

/** The table. */
export function Rights(props: { levels: readonly Level[]; own: IdentityLevel }) {
  const t = useTexts('identity');
  const shell = useTexts('shell');
  const rows: Row[] = [
    { name: shell('user.level.none'), limit: '0', isOwn: props.own === 'none' },
    ...props.levels.map(({ type, limit }) => ({
      name: t(`level.${type}`),
      limit,
      isOwn: props.own === levelNames[type],
    })),
  ];
  const columns: Column<Row>[] = [
    {
      key: 'level',
      head: t('level'),
      width: 'minmax(120px, 1fr)',
      card: 'lead',
      cell: (row) => (
        <span className="identity-row-name">
          {row.name}
          {row.isOwn ? <Tag tone="you">{t('yours')}</Tag> : null}
        </span>
      ),
    },
    {
      key: 'trade',
      head: t('right.trade'),
      width: 'minmax(140px, 1fr)',
      card: 'foot',
      cell: () => (
        <span className="identity-right">
          <Check aria-hidden="true" />
          {t('right.allowed')}
        </span>
      ),
    },
    {
      key: 'limit',
      head: t('limit'),
      width: 'minmax(140px, 1fr)',
      align: 'end',
      card: 'main',
      cell: ({ limit }) => <Money decimals={0} unit="USDT" value={limit} />,
    },
  ];
  return (
    <section aria-labelledby="identity-rights">
      <h2 className="identity-subtitle" id="identity-rights">
        {t('rights')}
      </h2>
      <DataTable columns={columns} label={t('rights')} rowKey={({ name }) => name} rows={rows} />
    </section>
  );
}
