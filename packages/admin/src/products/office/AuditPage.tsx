// What operators did, newest first, and the proof that nothing is missing. One act whole is a
// drawer (ActionDrawer.tsx). Listed in index.ts.
import { useRead } from '@isobath/kit';
import { Banner, Button, EmptyState, Select } from '@isobath/ui';
import { type AuditAction, auditActions, officeRoutes, type RouteAnswer } from '@isobath/wire';
import { type ReactNode, useState } from 'react';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { PageSteps, useSteps } from '../../base/PageSteps.tsx';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { ActionsTable } from './ActionsTable.tsx';

type Proof = RouteAnswer<typeof officeRoutes.verifyAudit>;
type Request = AuditAction | 'all';

const pageRows = 100;

/** The page of acts. */
export function AuditPage() {
  const t = useTexts('admin');
  const [action, setAction] = useState<Request>('all');
  const steps = useSteps(action);
  const verify = useVerify();
  const loaded = useRead(['audit', action, steps.cursor], (signal) =>
    client.call(officeRoutes.listAudit, {
      signal,
      query: {
        ...(action === 'all' ? {} : { action }),
        ...(steps.isNewest ? {} : { before: String(steps.cursor) }),
      },
    }),
  );
  return (
    <>
      <PageHead text={t('audit.text')} title={t('page.audit')} tools={verify.tool} />
      {verify.reported}
      <div className="office-filters">
        <Select<Request>
          label={t('audit.action')}
          labelPlace="inside"
          onChange={setAction}
          options={[
            { value: 'all', label: t('audit.all') },
            ...auditActions.map((value) => ({ value, label: t(`act.${value}`) })),
          ]}
          value={action}
        />
      </div>
      <LoadedBody read={loaded}>
        {(rows) => (
          <>
            <ActionsTable
              empty={<EmptyState text={t('audit.none')} title={t('page.audit')} />}
              rows={rows}
            />
            <PageSteps
              numberOf={(row) => row.sequence}
              pageRows={pageRows}
              rows={rows}
              steps={steps}
            />
          </>
        )}
      </LoadedBody>
    </>
  );
}

/** The button that proves the chain, and below the heading what came of it. */
function useVerify(): { tool: ReactNode; reported: ReactNode } {
  const t = useTexts('admin');
  const { act, isPending } = useAction();
  const [proof, setProof] = useState<Proof | null>(null);
  const verify = async () => setProof(await client.call(officeRoutes.verifyAudit));
  const tool = (
    <Button isPending={isPending} onClick={() => void act(verify, '')} variant="quiet">
      {t('audit.verify')}
    </Button>
  );
  if (proof === null) return { tool, reported: null };
  const reported = (
    <Banner
      onClose={() => setProof(null)}
      title={
        proof.isSound
          ? t('audit.sound', { count: proof.count })
          : t('audit.broken', { number: proof.brokenAt })
      }
      tone={proof.isSound ? 'info' : 'danger'}
    >
      <span className="office-hash">{proof.problem || proof.lastHash}</span>
    </Banner>
  );
  return { tool, reported };
}
