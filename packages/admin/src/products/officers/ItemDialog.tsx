// One thing that officers are asked to sign, whole: the signer's own words, whether its key signed
// them, who has signed, and the press that has a passkey sign exactly this hash.
// Opened by OfficersPage.tsx.
import { PasskeyPlace, useNamedAddress } from '@isobath/kit';
import { Banner, Button, Dialog, KeyValue, Moment, Tag } from '@isobath/ui';
import { type OfficerItem, officerRoutes, type OfficerView } from '@isobath/wire';
import { startAuthentication } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { client } from '../../base/client.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { checkWords, writeChallenge } from './passkey.ts';

/** Tones of states. */
export const itemTones = {
  asked: 'plain',
  waiting: 'warn',
  done: 'up',
  refused: 'danger',
  over: 'plain',
} as const;

type Check = Awaited<ReturnType<typeof checkWords>> | 'checking';

/** Whether the signer's key signed the words, by this browser's own arithmetic. */
function useCheck(item: OfficerItem, statementKey: string): Check {
  const [check, setCheck] = useState<Check>('checking');
  const { kind, text, hash, signature } = item;
  useEffect(() => {
    let isOver = false;
    setCheck('checking');
    if (text === '') return undefined;
    void checkWords({ kind, text, hash, signature }, statementKey).then((found) => {
      if (!isOver) setCheck(found);
    });
    return () => {
      isOver = true;
    };
  }, [kind, text, hash, signature, statementKey]);
  return check;
}

/** The dialog. */
export function ItemDialog(props: {
  readonly item: OfficerItem;
  readonly view: OfficerView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { item, view } = props;
  const t = useTexts('officers');
  const { act, isPending } = useAction();
  const isByNumber = useNamedAddress() !== '';
  const check = useCheck(item, view.statementKey);
  const sign = async () => {
    const work = async () => {
      const optionsJSON = {
        challenge: writeChallenge(item.hash),
        rpId: view.rpId,
        allowCredentials: [{ id: view.own?.credentialId ?? '', type: 'public-key' as const }],
        userVerification: 'required' as const,
      };
      const response = await startAuthentication({ optionsJSON });
      const body = { itemId: item.itemId, hash: item.hash, response: { ...response } };
      await client.call(officerRoutes.officerSign, { body });
    };
    if (await act(work, t('item.done'))) props.onDone();
  };
  const why =
    item.obstacle === 'none'
      ? check === 'bad'
        ? { whyDisabled: t('item.bad') }
        : {}
      : { whyDisabled: t(`obstacle.${item.obstacle}`) };
  return (
    <Dialog
      foot={
        isByNumber ? null : (
          <Button
            disabled={check === 'checking' && item.obstacle === 'none'}
            isPending={isPending}
            onClick={() => void sign()}
            variant="primary"
            {...why}
          >
            {t('item.sign')}
          </Button>
        )
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      text={t(`kind.${item.kind}.text`)}
      title={t(`kind.${item.kind}`)}
    >
      <div className="office-form">
        {item.obstacle === 'none' ? <PasskeyPlace /> : null}
        {item.outcome === '' ? null : (
          <Banner tone="warn">
            {item.state === 'waiting' ? t('item.again') : `${t('state.refused')}: ${item.outcome}`}
          </Banner>
        )}
        {item.text === '' ? (
          <p>{t('state.asked')}</p>
        ) : (
          <pre aria-label={t('item.says')} className="officers-words">
            {item.text}
          </pre>
        )}
        {item.text === '' || check === 'checking' ? null : <CheckLine check={check} />}
        <State item={item} />
      </div>
    </Dialog>
  );
}

function CheckLine({ check }: { readonly check: Exclude<Check, 'checking'> }) {
  const t = useTexts('officers');
  if (check === 'bad') return <Banner tone="danger">{t('item.bad')}</Banner>;
  return <p className="office-quiet">{t(check === 'good' ? 'item.good' : 'item.unchecked')}</p>;
}

/** Its state, when it was asked for, who has signed. */
function State({ item }: { readonly item: OfficerItem }) {
  const t = useTexts('officers');
  return (
    <KeyValue
      facts={[
        {
          key: 'state',
          label: t('item.state'),
          value: <Tag tone={itemTones[item.state]}>{t(`state.${item.state}`)}</Tag>,
        },
        { key: 'asked', label: t('item.asked'), value: <Moment atMs={item.askedAt} /> },
        {
          key: 'signed',
          label: t('item.signed'),
          value: t('item.signedOf', {
            count: item.signedBy.length,
            needed: item.needed,
            names: item.signedBy.map(({ officerId }) => officerId).join(', '),
          }),
        },
      ]}
    />
  );
}
