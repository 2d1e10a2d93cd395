import { useToasts } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import type { SendOutcome } from '../live/send.ts';

/** Say what became of a cancel or a change when it did not work. */
export function useOutcome(): (outcome: SendOutcome) => void {
  const t = useTexts('spot');
  const toasts = useToasts();
  return (outcome) => {
    if (outcome.kind === 'refused') {
      const text = outcome.old === undefined ? {} : { text: t(`edit.old.${outcome.old}` as const) };
      toasts.show({ kind: 'error', title: outcome.message, ...text });
    }
    if (outcome.kind === 'unknown') toasts.show({ kind: 'error', title: t('send.unknown') });
  };
}
