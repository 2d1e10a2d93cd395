// How networks, their times and amounts are said, on the pages of deposits and withdrawals
// and in their records.
import type { CapitalNetwork } from '@isobath/wire';
import { formatAmount, joinParts, useUi } from '@isobath/ui';
import { useTexts } from '../../base/texts.tsx';

const MINUTE_SECONDS = 60;
const REASONS = ['starting', 'absent'] as const;

/** Seconds as a person says them: whole minutes from one minute up. */
function formatSeconds(seconds: number, locale: string): string {
  const isShort = seconds < MINUTE_SECONDS;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isShort ? 'second' : 'minute',
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(isShort ? seconds : Math.ceil(seconds / MINUTE_SECONDS));
}

/** Words about networks, in the reader's language. */
export function useNetworkWords() {
  const t = useTexts('capital');
  const { locale } = useUi();
  return {
    showArrival: ({ arrivalSeconds }: CapitalNetwork) =>
      t('network.arrival', { time: formatSeconds(arrivalSeconds, locale) }),
    /** @param needed - 0 = once the block is final. */
    showNeeded: (needed: number) =>
      needed === 0 ? t('network.final') : t('network.confirmations', { count: needed }),
    showSeconds: (seconds: number) => formatSeconds(seconds, locale),
    showAmount: (amount: string, asset: string) => {
      const parts = formatAmount(amount, { locale });
      return `${parts === null ? amount : joinParts(parts)}\u00a0${asset}`;
    },
    /** Why a network takes no deposit now. */
    showReason: ({ suspendedReason }: CapitalNetwork) => {
      const known = REASONS.find((reason) => reason === suspendedReason);
      if (known !== undefined) return t(`reason.${known}`);
      return t(suspendedReason === '' ? 'reason.coin' : 'reason.halted');
    },
    /** Why a network sends nothing now. */
    showClosedOut: ({ suspendedReason }: CapitalNetwork) => {
      const known = REASONS.find((reason) => reason === suspendedReason);
      return t(known === undefined ? 'out.halted' : `reason.${known}`);
    },
  };
}
