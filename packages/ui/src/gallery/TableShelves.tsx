// Shelves of the gallery: tables and lists in every state, with sample content.
// Not a part of any page of the product.
import { Star } from 'lucide-react';
import { useState } from 'react';
import { Sparkline } from '../chart/Sparkline.tsx';
import { ColumnChooser } from '../containers/ColumnChooser.tsx';
import { DataTable } from '../containers/DataTable.tsx';
import { Panel } from '../containers/Panel.tsx';
import type { Column } from '../containers/table-columns.ts';
import { Button, IconButton } from '../controls/Button.tsx';
import { CoinIcon } from '../marks/Face.tsx';
import { Money } from '../number/Amount.tsx';
import { Percent } from '../number/Percent.tsx';
import { Price } from '../number/Price.tsx';
import { FilteredState } from '../states/States.tsx';
import { Shelf } from './Section.tsx';
import { type SampleMarket, sampleCrowd, sampleMarkets } from './samples.ts';

const columns: readonly Column<SampleMarket>[] = [
  {
    key: 'star',
    head: 'Favourite',
    headNode: <span className="ui-sr">Favourite</span>,
    width: '28px',
    cell: (row) => <IconButton icon={<Star />} label={`Favourite ${row.code}`} size="small" />,
    isFixed: true,
  },
  {
    key: 'name',
    head: 'Market',
    width: 'minmax(150px, 1.6fr)',
    cell: (row) => (
      <span className="ui-option-face">
        <CoinIcon code={row.code} />
        <span>{row.code}/USDT</span>
      </span>
    ),
    sortBy: (row) => row.code,
    sortAs: 'text',
    card: 'lead',
    isFixed: true,
  },
  {
    key: 'price',
    head: 'Price',
    width: 'minmax(110px, 1fr)',
    align: 'end',
    cell: (row) => <Price decimals={row.decimals} value={row.price} />,
    sortBy: (row) => row.price,
    card: 'main',
  },
  {
    key: 'change',
    head: '24 h',
    width: 'minmax(90px, 0.8fr)',
    align: 'end',
    cell: (row) => <Percent value={row.change} />,
    sortBy: (row) => row.change,
    card: 'side',
  },
  {
    key: 'line',
    head: 'Last day',
    width: '96px',
    priority: 2,
    cell: (row) => <Sparkline label={`Last day of ${row.code}`} values={row.line} />,
  },
  {
    key: 'high',
    head: 'High',
    width: 'minmax(100px, 0.9fr)',
    align: 'end',
    priority: 3,
    cell: (row) => <Price decimals={row.decimals} value={row.high} />,
  },
  {
    key: 'volume',
    head: 'Volume',
    width: 'minmax(100px, 0.9fr)',
    align: 'end',
    cell: (row) => <Money isCompact unit="USDT" value={row.volume} />,
    sortBy: (row) => row.volume,
    card: 'sub',
  },
];

/** Tables in all their states. */
export function TableShelves() {
  const [hidden, setHidden] = useState<string[]>([]);
  const [opened, setOpened] = useState('');
  return (
    <>
      <Shelf caption={`Sorting, keys j and k, Enter opens ${opened}`} isWide>
        <Panel
          isFramed
          title="Markets"
          tools={<ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />}
        >
          <DataTable
            columns={columns}
            hidden={hidden}
            holdsRows
            label="Markets"
            onRowOpen={(row) => setOpened(row.code)}
            rowKey={(row) => row.code}
            rows={sampleMarkets}
            rowState={readSampleState}
          />
        </Panel>
      </Shelf>
      <Shelf caption="First loading, compact" isWide>
        <div data-density="compact">
          <DataTable
            columns={columns}
            label="Markets, loading"
            rowKey={(row) => row.code}
            rows={[]}
            skeletonRows={3}
          />
        </div>
      </Shelf>
      <Shelf caption="Four hundred rows, dense, only those in sight are drawn" isWide>
        <div data-density="dense" style={{ height: 260 }}>
          <DataTable
            columns={columns}
            foot="400 markets"
            isFilling
            label="All markets"
            onRowOpen={(row) => setOpened(row.code)}
            rowKey={(row) => row.code}
            rows={sampleCrowd}
          />
        </div>
      </Shelf>
      <Shelf caption="Filtered away" isWide>
        <DataTable
          columns={columns}
          empty={
            <FilteredState
              filters={[{ key: 'zone', label: 'ETF', onRemove: () => {} }]}
              label="Filters"
              onClearAll={() => {}}
            />
          }
          label="Filtered markets"
          rowKey={(row) => row.code}
          rows={[]}
        />
        <Button size="small" variant="quiet">
          Export
        </Button>
      </Shelf>
    </>
  );
}

function readSampleState(row: SampleMarket) {
  if (row.code === 'SOL') return 'own' as const;
  if (row.code === 'XRP') return 'sending' as const;
  return row.code === 'LTC' ? ('failed' as const) : undefined;
}
