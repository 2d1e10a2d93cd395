// My two balances of this market under the button: free and in orders, with the ways in and out.
import { Amount, Button } from '@isobath/ui';
import type { BalanceRow } from '@isobath/wire';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { TransferLink } from '../../../base/TransferLink.tsx';
import { createValue, useValue } from '../../../base/value.ts';
import { hasBalance, type OwnList } from '../live/own-store.ts';
import { useTrade } from '../layout/trade-context.ts';

const nobody = createValue<OwnList<BalanceRow>>({ state: 'here', rows: [], code: '' });

/** Where coins come in, go out, and change their account. */
function Ways() {
  const { market } = useTrade();
  const shell = useTexts('shell');
  const locale = useLocale();
  return (
    <div className="account-ways">
      <ButtonLink size="small" to={`/${locale}/assetManagement/topup`} variant="quiet">
        {shell('link.topUp')}
      </ButtonLink>
      <ButtonLink size="small" to={`/${locale}/assetManagement/extract`} variant="quiet">
        {shell('link.withdraw')}
      </ButtonLink>
      <TransferLink size="small" variant="quiet" request={{ target: 2, asset: market.quote }}>
        {shell('link.transfer')}
      </TransferLink>
    </div>
  );
}

/** Balances of base and quote; nothing for a guest. */
export function AccountBox() {
  const { own, market } = useTrade();
  const t = useTexts('spot');
  const list = useValue(own?.balances ?? nobody, 250);
  if (own === null || list.state === 'loading') return null;
  // What did not load is unknown, not nothing.
  const isUnknown = list.state === 'failed' && list.rows.length === 0;
  const show = (text: string | undefined) => (isUnknown ? null : (text ?? '0'));
  const balances = [market.base, market.quote].map((asset) => ({
    asset,
    row: list.rows.find((each) => each.asset.toUpperCase() === asset),
  }));
  // That there is nothing stands above already, with the way to money (FaucetHint.tsx).
  const isEmpty = !isUnknown && balances.every(({ row }) => row === undefined || !hasBalance(row));
  return (
    <div className="account">
      {isEmpty ? null : (
        <>
          <div className="account-row account-head">
            <span>{t('orders.asset')}</span>
            <span>{t('form.available')}</span>
            <span>{t('orders.held')}</span>
          </div>
          {balances.map(({ asset, row }) => (
            <div className="account-row" key={asset}>
              <span>{asset}</span>
              <Amount isOwn value={show(row?.available)} />
              <Amount isOwn value={show(row?.held)} />
            </div>
          ))}
        </>
      )}
      {isUnknown ? (
        <p className="account-failed" role="alert">
          <span>{t('form.noBalances')}</span>
          <Button onClick={() => void own.load()} size="small" variant="plain">
            {t('form.loadAgain')}
          </Button>
        </p>
      ) : null}
      <Ways />
    </div>
  );
}
