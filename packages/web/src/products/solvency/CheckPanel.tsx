// "Check my balance": fetches the person's own leaves and verifies them here, each step in sight.
// Not the check itself (verify.ts). Part of ReservesPage.tsx.
import { codeOf, describeFailure } from '@isobath/kit';
import {
  Accordion,
  Amount,
  BadgeCheck,
  Banner,
  Button,
  ErrorState,
  HashText,
  saveFile,
  Tag,
  Timeline,
} from '@isobath/ui';
import { type OwnPaths, solvencyRoutes } from '@isobath/wire';
import { useState } from 'react';
import { loginAddress } from '../../base/address.ts';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { browserClient } from '../../base/client.ts';
import { useSession } from '../../base/session.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { canCheck, type CheckedLeaf, checkPaths, type Proof, writePathFile } from './verify.ts';

interface Checked {
  readonly own: OwnPaths;
  readonly leaves: readonly CheckedLeaf[];
}

/** The panel; a guest is led to sign in. */
export function CheckPanel({ proof }: { proof: Proof }) {
  const t = useTexts('solvency');
  const locale = useLocale();
  const session = useSession();
  return (
    <section aria-labelledby="reserves-check" className="reserves-part">
      <h2 id="reserves-check">{t('check.title')}</h2>
      <p className="reserves-text">{t('check.text')}</p>
      {session === null ? (
        <ButtonLink
          to={loginAddress(locale, `/${locale}/proofOfReserves?proof=${proof.proofId}`)}
          variant="primary"
        >
          {t('check.signIn')}
        </ButtonLink>
      ) : (
        <OwnCheck proof={proof} />
      )}
    </section>
  );
}

function OwnCheck({ proof }: { proof: Proof }) {
  const t = useTexts('solvency');
  const kit = useTexts('kit');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isChecking, setChecking] = useState(false);
  if (!proof.hasPaths) return <Banner>{t('check.old')}</Banner>;
  const check = async () => {
    setChecking(true);
    setFailure(null);
    try {
      const query = { proofId: proof.proofId };
      const own = await browserClient().call(solvencyRoutes.path, { query });
      setChecked({ own, leaves: canCheck() ? await checkPaths(own, proof) : [] });
    } catch (error) {
      setFailure(error);
    }
    setChecking(false);
  };
  if (failure !== null) {
    return (
      <ErrorState
        code={codeOf(failure)}
        isRetrying={isChecking}
        onRetry={() => void check()}
        size="small"
        text={describeFailure(failure, kit)}
        title={kit('failed')}
      />
    );
  }
  return (
    <>
      <div className="reserves-actions">
        <Button isPending={isChecking} onClick={() => void check()} variant="primary">
          {t('check.start')}
        </Button>
        {checked === null || checked.own.leaves.length === 0 ? null : (
          <Button
            onClick={() =>
              saveFile(
                `reserves-path-${checked.own.proofId}-${checked.own.uid}.json`,
                new Blob([writePathFile(checked.own)], { type: 'application/json' }),
              )
            }
          >
            {t('check.save')}
          </Button>
        )}
      </div>
      <div aria-live="polite">{checked === null ? null : <Result checked={checked} />}</div>
    </>
  );
}

/** What the check found; nothing of it is kept. */
export function Result({ checked: { own, leaves } }: { checked: Checked }) {
  const t = useTexts('solvency');
  if (own.leaves.length === 0) return <Banner>{t('check.none')}</Banner>;
  if (leaves.length === 0) return <Banner tone="warn">{t('check.unsafe')}</Banner>;
  const isGood = leaves.every(({ isIncluded }) => isIncluded);
  return (
    <div className="reserves-result">
      <Banner tone={isGood ? 'info' : 'danger'}>
        {t(isGood ? 'check.good' : 'check.bad', { uid: own.uid })}
      </Banner>
      <Accordion
        items={leaves.map((leaf) => ({
          key: leaf.asset,
          title: (
            <span className="reserves-leaf">
              <Amount standing="own" unit={leaf.asset} value={leaf.amount} />
              <Tag
                icon={leaf.isIncluded ? <BadgeCheck aria-hidden="true" /> : null}
                tone={leaf.isIncluded ? 'info' : 'danger'}
              >
                {t(leaf.isIncluded ? 'check.included' : 'check.missing')}
              </Tag>
            </span>
          ),
          content: <Steps leaf={leaf} uid={own.uid} />,
        }))}
        openFirst
      />
    </div>
  );
}

/** Each node from the leaf to the root, and what it was made of. */
function Steps({ leaf, uid }: { leaf: CheckedLeaf; uid: string }) {
  const t = useTexts('solvency');
  const last = leaf.steps.length - 1;
  const nameOf = (at: number) => {
    if (at === 0) return t('step.leaf', { uid });
    return at === last ? t('step.root') : t('step.node', { number: at });
  };
  return (
    <Timeline
      label={t('step.label', { asset: leaf.asset })}
      moments={leaf.steps.map(({ side, neighbour, hash, sum }, at) => ({
        key: String(at),
        title: nameOf(at),
        state: at === last && !leaf.isIncluded ? 'failed' : 'done',
        text: (
          <span className="reserves-step">
            {neighbour === undefined ? null : (
              <span>
                {t(side === 'left' ? 'step.left' : 'step.right')} <HashText value={neighbour} />
              </span>
            )}
            <span>
              {t('step.hash')} <HashText value={hash} />
            </span>
            <span>
              {t('step.sum')} <Amount unit={leaf.asset} value={sum} />
            </span>
            {at === last ? (
              <strong>{t(leaf.isIncluded ? 'step.same' : 'step.other')}</strong>
            ) : null}
          </span>
        ),
      }))}
    />
  );
}
