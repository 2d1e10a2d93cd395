import { Columns3 } from 'lucide-react';
import { IconButton } from '../controls/Button.tsx';
import { Menu } from '../overlays/Menu.tsx';
import { useUi } from '../words/UiProvider.tsx';
import type { Column } from './table-columns.ts';

/** A menu that shows and hides columns; the caller keeps the hidden keys. */
export function ColumnChooser<TRow>(props: {
  columns: readonly Column<TRow>[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}) {
  const { words } = useUi();
  const toggle = (key: string) => {
    const isHidden = props.hidden.includes(key);
    props.onChange(isHidden ? props.hidden.filter((each) => each !== key) : [...props.hidden, key]);
  };
  const actions = props.columns
    .filter((column) => !column.isFixed)
    .map((column) => ({
      key: column.key,
      label: column.head,
      isOn: !props.hidden.includes(column.key),
      onSelect: () => toggle(column.key),
    }));
  return (
    <Menu
      align="end"
      groups={[{ key: 'columns', label: words.columns, actions }]}
      trigger={<IconButton icon={<Columns3 />} label={words.columns} size="medium" />}
    />
  );
}
