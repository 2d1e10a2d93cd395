// What every form that moves money does: sends with a key that is kept, asks for a confirmation
// when one is wanted, and says a refusal or that nobody knows. Called by MoneyForm.tsx and
// MoneySheet.tsx.
import type { ApiError } from '@isobath/sdk';
import { type ComponentType, type ReactNode, useState } from 'react';
import { confirmFirst, createAttempts, type Sent } from './attempts.ts';

/** What becomes of a confirmation: it was given, or not. */
export interface StepUpProps {
  readonly goOn: () => void;
  readonly giveUp: () => void;
}

/** Asks for the password or a second factor. */
type StepUp = ComponentType<StepUpProps>;

/** Try something, and once more when a confirmation was given for it. */
export function useStepUp(Dialog: StepUp): {
  readonly confirmed: <TAnswer>(work: () => Promise<TAnswer>) => Promise<TAnswer>;
  /** To be shown by the caller. */
  readonly dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<StepUpProps | null>(null);
  const ask = () =>
    new Promise<void>((goOn, reject) => {
      setWaiting({ goOn, giveUp: () => reject(new Error('No confirmation was given.')) });
    }).finally(() => setWaiting(null));
  return {
    confirmed: (work) => confirmFirst(work, ask),
    dialog: waiting === null ? null : <Dialog {...waiting} />,
  };
}

/** How a form's money is sent. */
export interface MoneyRequest<TAnswer> {
  /** What is asked for: the same, sent again after silence, is done once. */
  readonly request: unknown;
  readonly call: (key: string) => Promise<TAnswer>;
  readonly onDone: (answer: TAnswer) => void;
  /** Takes a refusal that the form answers itself. @returns whether it did. */
  readonly onRefused?: ((refusal: ApiError) => boolean) | undefined;
}

/** What is wrong after sending: a refusal in words, or nobody knows. */
export type MoneyTrouble =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly text: string };

function NoStepUp(): ReactNode {
  return null;
}

/** The sending of one form. @param StepUp - for money that may want a confirmation. */
export function useMoney(StepUp?: StepUp) {
  const [attempts] = useState(() => createAttempts());
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<MoneyTrouble | null>(null);
  const { confirmed, dialog } = useStepUp(StepUp ?? NoStepUp);

  async function send<TAnswer>(money: MoneyRequest<TAnswer>): Promise<Sent<TAnswer>['kind']> {
    setSending(true);
    setTrouble(null);
    const call = (key: string) =>
      StepUp === undefined ? money.call(key) : confirmed(() => money.call(key));
    const sent = await attempts.send(money.request, call);
    setSending(false);
    if (sent.kind === 'done') money.onDone(sent.answer);
    else if (sent.kind === 'unknown') setTrouble(sent);
    else if (money.onRefused?.(sent.refusal) !== true) {
      setTrouble({ kind: 'refused', text: sent.refusal.message });
    }
    return sent.kind;
  }

  return { send, isSending, trouble, clear: () => setTrouble(null), dialog };
}

/** The sending of a form. */
export type Money = ReturnType<typeof useMoney>;
