// What was declared of who receives a withdrawal. Each look is written down, so nothing of it is
// read before somebody asks. Shown by WithdrawalView.tsx.
import { Button, type Fact, KeyValue, Moment, Panel } from '@isobath/ui';
import { type DeskWithdrawalWhole, type RouteAnswer, withdrawDeskRoutes } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { usePermission } from '../../../base/session.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';

type Declared = RouteAnswer<typeof withdrawDeskRoutes.viewDeclaration>;

/** The panel; nothing where nothing was declared. */
export function DeclaredPanel({ shown }: { shown: DeskWithdrawalWhole }) {
  const t = useTexts('custody');
  const { act, isPending } = useAction();
  const canLook = usePermission('identity.read');
  const [read, setRead] = useState<Declared | null>(null);
  const { declared, withdrawalId } = shown;
  if (declared === 'none') return null;
  const look = () =>
    act(async () => {
      const query = { withdrawalId: String(withdrawalId) };
      setRead(await client.call(withdrawDeskRoutes.viewDeclaration, { query }));
    }, '');
  const facts: readonly Fact[] = [
    { key: 'wallet', label: t('declared.wallet'), value: t(`declared.${declared}`) },
    ...(read === null
      ? []
      : [
          { key: 'name', label: t('declared.name'), value: read.beneficiary },
          ...(read.venue === undefined
            ? []
            : [{ key: 'venue', label: t('declared.venueName'), value: read.venue }]),
          { key: 'purpose', label: t('declared.purpose'), value: read.purpose },
          { key: 'at', label: t('declared.at'), value: <Moment atMs={read.declaredAt} /> },
        ]),
  ];
  return (
    <Panel isFramed isPadded title={t('declared.title')}>
      <div className="custody-column">
        <KeyValue facts={facts} />
        {read !== null ? null : canLook ? (
          <Button isPending={isPending} onClick={() => void look()} size="small">
            {t('declared.look')}
          </Button>
        ) : (
          <p className="office-quiet">{t('declared.closed')}</p>
        )}
      </div>
    </Panel>
  );
}
