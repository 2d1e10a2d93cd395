// The way to money for an empty account: demo money in a sandbox, once a day; else a deposit.
import { useRootData } from '../../../base/session.ts';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { DemoMoney } from '../../../base/DemoMoney.tsx';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { useFree } from './use-preview.ts';

/** Offers money where there is none. */
export function FaucetHint() {
  const { own } = useTrade();
  const { mode } = useRootData();
  const t = useTexts('spot');
  const shell = useTexts('shell');
  const locale = useLocale();
  const { baseUnits, quoteUnits } = useFree();
  if (own === null || baseUnits !== 0n || quoteUnits !== 0n) return null;
  return (
    <div className="form-faucet">
      <p>{t('faucet.text')}</p>
      {mode === 'sandbox' ? (
        <DemoMoney onReceived={() => void own.load()} size="small" />
      ) : (
        <ButtonLink size="small" to={`/${locale}/assetManagement/topup`}>
          {shell('link.topUp')}
        </ButtonLink>
      )}
    </div>
  );
}
