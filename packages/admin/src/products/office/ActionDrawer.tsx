import { KeyValue, Moment, SideDrawer } from '@isobath/ui';
import type { AuditRow } from '@isobath/wire';
import { useTexts } from '../../base/texts.tsx';
import { hashFact, listFacts, nameActor, nameTarget } from './facts.tsx';

/** One act with every word of it. */
export function ActionDrawer(props: { row: AuditRow; onClose: () => void }) {
  const t = useTexts('admin');
  const { row } = props;
  return (
    <SideDrawer
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      text={`# ${row.sequence}`}
      title={t(`act.${row.action}`)}
    >
      <KeyValue
        facts={[
          { key: 'at', label: t('time'), value: <Moment atMs={row.at} /> },
          { key: 'operator', label: t('audit.operator'), value: nameActor(row, t) },
          { key: 'target', label: t('audit.target'), value: nameTarget(row, t) },
          ...listFacts(row.detail, t),
          hashFact(row.hash, t),
        ]}
      />
    </SideDrawer>
  );
}
