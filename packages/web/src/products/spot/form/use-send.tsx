// From the press to the sent order: faults first, then the question if one is due, then sending.
// In a sheet these are steps that take the form's place (SendSteps.tsx).
// Not the rules of an order (checks.ts). Used by the form; the row in the list appears at once.
import { useNow, useToasts } from '@isobath/ui';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { browserLive } from '../../../base/live.ts';
import { readSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { confirmSetting } from '../../../base/trade/confirm.ts';
import { playSound } from '../layout/sounds.ts';
import { isArmed } from '../keys/armed.ts';
import { sendIntent } from '../live/send.ts';
import type { FormError } from './checks.ts';
import { useLimitWarning } from './FormFields.tsx';
import { confirmGroup } from './FormOptions.tsx';
import type { FormState } from './form-state.ts';
import { makeIntent } from './order-terms.ts';
import type { Preview } from './preview.ts';
import { useLargeShare } from './use-preview.ts';
import { findWaitingLimit } from './waiting-limit.ts';

const oldPriceMs = 10_000;
const screenPpm = 100_000;
const typedPpm = 250_000;

/** A question before sending. */
export interface SendQuestion {
  readonly text: string;
  readonly body: ReactNode;
  readonly typed?: { readonly label: string; readonly word: string };
}

/** Where the way stands; on a desktop it never leaves the form. */
export type SendStep =
  | { readonly name: 'edit' | 'preview' | 'placing' }
  | { readonly name: 'done'; readonly sent: FormState; readonly status: string }
  | { readonly name: 'failed'; readonly message: string; readonly isUnknown: boolean };

/** The way to the exchange. */
export interface SendGate {
  readonly step: SendStep;
  readonly isPending: boolean;
  readonly question: SendQuestion | null;
  readonly press: () => void;
  readonly confirm: () => void;
  readonly back: () => void;
}

/** How old the prices are, as long as they are old: the question may stand for a while. */
function PriceAge() {
  const { room } = useTrade();
  const t = useTexts('spot');
  const nowMs = useNow();
  const ageMs = (nowMs ?? Date.now()) - room.book.heardAtMs;
  if (ageMs <= oldPriceMs) return null;
  return <p>{t('confirm.old', { seconds: Math.round(ageMs / 1000) })}</p>;
}

function useQuestion(): (preview: Preview | null) => SendQuestion | null {
  const { form, market, room } = useTrade();
  const t = useTexts('spot');
  const readLargeShare = useLargeShare();
  const warningOf = useLimitWarning();
  return (preview) => {
    const impact = preview?.impactPpm ?? 0;
    const ageMs = Date.now() - room.book.heardAtMs;
    const isOld = browserLive().readState().state !== 'live' && ageMs > oldPriceMs;
    const isRequested = readSetting(confirmSetting)[confirmGroup(form.kind)] && !isArmed();
    const { base, quote } = market;
    const percent = preview === null ? null : readLargeShare(preview.valueUnits);
    const notes = [
      percent === null ? null : t('confirm.large', { percent, base, quote }),
      impact >= screenPpm ? t('confirm.impact') : null,
      preview?.isThin === true ? t('confirm.thin') : null,
      warningOf(findWaitingLimit(form, market)?.value ?? null),
    ].filter((note) => note !== null);
    if (!isRequested && !isOld && notes.length === 0) return null;
    const word = t('confirm.word');
    return {
      text: t('confirm.text'),
      body: (
        <>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {isOld ? <PriceAge /> : null}
        </>
      ),
      ...(impact >= typedPpm ? { typed: { label: t('confirm.typed', { word }), word } } : {}),
    };
  };
}

/** Whether who asks has left the page meanwhile. */
function useIsGone(): { readonly current: boolean } {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}

/** Press, ask, send. */
export function useSend(options: {
  preview: Preview | null;
  errors: readonly FormError[];
  /** The steps after editing take the form's place, and the receipt is always one of them. */
  hasSteps: boolean;
  /** The button was pressed: what is missing may be said; or all is done: it may not. */
  onTouch: (isTouched: boolean) => void;
}): SendGate {
  const { form, market, own, client, dispatch } = useTrade();
  const t = useTexts('spot');
  const toasts = useToasts();
  const ask = useQuestion();
  const [isPending, setPending] = useState(false);
  const [question, setQuestion] = useState<SendQuestion | null>(null);
  const [step, setStep] = useState<SendStep>({ name: 'edit' });
  const isGone = useIsGone();
  const { hasSteps, onTouch } = options;

  const send = useCallback(async () => {
    setQuestion(null);
    if (own === null) return;
    setPending(true);
    if (hasSteps) setStep({ name: 'placing' });
    const outcome = await sendIntent(client, own, makeIntent(form, market));
    setPending(false);
    if (outcome.kind === 'accepted') {
      if (hasSteps) setStep({ name: 'done', sent: form, status: outcome.status });
      dispatch({ type: 'clear' });
      onTouch(false);
      return;
    }
    playSound('rejected');
    const isUnknown = outcome.kind === 'unknown';
    const message = isUnknown ? t('send.unknown') : outcome.message;
    // Whoever closed the sheet before the answer is told where they are now.
    if (hasSteps && !isGone.current) setStep({ name: 'failed', message, isUnknown });
    else toasts.show({ kind: 'error', title: message });
  }, [own, client, form, market, dispatch, toasts, t, hasSteps, onTouch, isGone]);

  const press = () => {
    onTouch(true);
    if (own === null || isPending) return;
    if (options.errors.length > 0) {
      document.querySelector<HTMLElement>('.form [aria-invalid]')?.focus();
      return;
    }
    const found = ask(options.preview);
    if (hasSteps && !isArmed()) {
      setQuestion(found);
      setStep({ name: 'preview' });
    } else if (found === null) void send();
    else setQuestion(found);
  };
  return {
    step,
    isPending,
    question,
    press,
    confirm: () => void send(),
    back: () => {
      setQuestion(null);
      setStep({ name: 'edit' });
    },
  };
}
