import { KeyValue, Moment, SideDrawer } from '@isobath/ui';
import type { AuditRow } from '@isobath/wire';
import { useTexts } from '../../base/texts.tsx';
import { hashFact, listFacts, nameActor } from './facts.tsx';

/** One act with every word of it. */
export function ActDrawer(props: { row: AuditRow; onClose: () => void }) {
  const t = useTexts('admin');
  const { row } = props;
  const target = row.targetKind === 'none' ? '--' : `${row.targetKind} ${row.targetId}`;
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
          { key: 'target', label: t('audit.target'), value: target },
          ...listFacts(row.detail, t),
          hashFact(row.hash, t),
        ]}
      />
    </SideDrawer>
  );
}
