// The emergency brake: one press freezes the account, ends every session and every key; only the
// desk undoes it. A frozen account says here why it is so and whom to ask.
import { accountRoutes, type FreezeCause } from '@isobath/wire';
import { Banner, Button, ConfirmSheet, Switch } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useCall } from '../../../base/codes/use-call.ts';

/** The section. @param props - frozen: why it is so, null while it is not. */
export function FreezeSection(props: { frozen: FreezeCause | null; onFrozen: () => void }) {
  const t = useTexts('account');
  const shell = useTexts('shell');
  const { frozen } = props;
  const call = useCall(t('offline'));
  const [isRequested, setRequested] = useState(false);
  const [cancelsOrders, setCancelsOrders] = useState(true);
  const freeze = async () => {
    const body = { cancelsOrders };
    const done = await call.run(() => browserClient().call(accountRoutes.freeze, { body }));
    if (done !== undefined) props.onFrozen();
  };
  if (frozen !== null) {
    return (
      <section aria-label={t('freeze.title')} className="account-section">
        <Banner title={shell('frozen.title')} tone="danger">
          {shell(`frozen.cause.${frozen}`)} {shell('frozen.text')}
        </Banner>
      </section>
    );
  }
  return (
    <section aria-label={t('freeze.title')} className="account-section">
      <div className="account-section-head">
        <div>
          <h3>{t('freeze.title')}</h3>
          <p>{t('freeze.text')}</p>
        </div>
        <Button onClick={() => setRequested(true)} variant="danger">
          {t('freeze.do')}
        </Button>
      </div>
      <ConfirmSheet
        cancelLabel={t('freeze.not')}
        confirmLabel={t('freeze.do')}
        isOpen={isRequested}
        isPending={call.isRunning}
        onConfirm={() => void freeze()}
        onOpenChange={setRequested}
        text={t('freeze.confirm')}
        title={t('freeze.title')}
        variant="danger"
      >
        <Switch
          hint={t('freeze.orders.hint')}
          isOn={cancelsOrders}
          label={t('freeze.orders')}
          onChange={setCancelsOrders}
        />
        {call.refusal === '' ? null : <Banner tone="danger">{call.refusal}</Banner>}
      </ConfirmSheet>
    </section>
  );
}
