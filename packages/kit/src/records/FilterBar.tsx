// The controls that narrow a list: in a row, on a phone in a sheet that counts the rows left.
import {
  BottomSheet,
  Button,
  SearchSelect,
  Segmented,
  Select,
  SlidersHorizontal,
} from '@isobath/ui';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../texts.tsx';
import {
  listInForce,
  nameOption,
  type PageParams,
  readFilter,
  type RecordFilter,
} from './filters.ts';

const ALL = 'all';

interface BarProps {
  readonly filters: readonly RecordFilter[];
  readonly params: PageParams;
}

function Control(props: { filter: RecordFilter; params: PageParams }) {
  const t = useTexts('kit');
  const { filter, params } = props;
  const { name, label, kind } = filter;
  // As it was asked for last: its rows may still be on their way.
  const chosen = readFilter(filter, params.requested);
  const shared = {
    label,
    onChange: (value: string) =>
      params.turn((next) => {
        if (value === ALL) next.delete(name);
        else next.set(name, value);
      }),
    size: 'small',
    value: chosen?.value ?? ALL,
  } as const;
  if (kind === 'row') {
    return <Segmented {...shared} options={[{ value: ALL, label: t('all') }, ...filter.options]} />;
  }
  const named = filter.options.map((option) =>
    option === chosen ? nameOption(filter, option) : option,
  );
  const options = [{ value: ALL, label: `${label}: ${t('all')}` }, ...named];
  const List = kind === 'search' ? SearchSelect : Select;
  return <List {...shared} labelPlace="hidden" options={options} />;
}

/**
 * @param props - count: how many rows are left, as it is shown; tools: what can be done with the
 *   rows, beside the filters; isToolsElsewhere: they stand in a row of tabs where it is wide.
 */
export function FilterBar(
  props: BarProps & { count: string; tools: ReactNode; isToolsElsewhere: boolean },
) {
  const t = useTexts('kit');
  const [isOpen, setOpen] = useState(false);
  const { filters, params } = props;
  const inForce = listInForce(filters, params.requested).length;
  const controls = filters.map((filter) => (
    <Control filter={filter} key={filter.name} params={params} />
  ));
  return (
    <>
      <div className="records-filters">
        {controls}
        {props.isToolsElsewhere ? null : <div className="records-tools">{props.tools}</div>}
      </div>
      <div className="records-filters-phone">
        <Button icon={<SlidersHorizontal />} onClick={() => setOpen(true)} variant="quiet">
          {t('filters')}
          {inForce === 0 ? null : <span className="ui-tab-count">{inForce}</span>}
        </Button>
        {props.tools}
        <BottomSheet
          foot={
            <Button isFull onClick={() => setOpen(false)} variant="primary">
              {t('found', { count: props.count })}
            </Button>
          }
          isOpen={isOpen}
          onOpenChange={setOpen}
          title={t('filters')}
        >
          <div className="records-sheet">{controls}</div>
        </BottomSheet>
      </div>
    </>
  );
}
