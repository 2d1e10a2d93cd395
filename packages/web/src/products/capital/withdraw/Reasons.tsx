// Why a coin cannot be withdrawn now: each reason with what mends it, or until when it holds.
import { Banner, Countdown } from '@isobath/ui';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import type { WithdrawCheck } from './use-terms.ts';

const words = [
  'account_frozen',
  'need_kyc',
  'second_factor_missing',
  'security_changed',
  'withdrawal_locked',
  'network_suspended',
] as const;

type Word = (typeof words)[number];

/** Where a person mends it. */
const ways: Partial<Record<Word, string>> = {
  need_kyc: 'verifiedIndex',
  second_factor_missing: 'user/personSetting#security',
};

/** @param props - reasons: as the exchange lists them; nothing is shown without any. */
export function Reasons({ reasons }: { reasons: WithdrawCheck['reasons'] }) {
  const t = useTexts('capital');
  const locale = useLocale();
  return reasons.map(({ word, untilMs }) => {
    const known = words.find((one) => one === word) ?? 'network_suspended';
    const way = ways[known];
    return (
      <Banner
        actions={
          way === undefined ? null : (
            <ButtonLink size="small" to={`/${locale}/${way}`} variant="primary">
              {t(`mend.${known as 'need_kyc' | 'second_factor_missing'}`)}
            </ButtonLink>
          )
        }
        key={word}
        title={t(`why.${known}`)}
        tone="warn"
      >
        <p>{t(`why.${known}.text`)}</p>
        {untilMs > 0 ? (
          <p>
            {t('why.until')} <Countdown toMs={untilMs} />
          </p>
        ) : null}
      </Banner>
    );
  });
}
