// Calls that want a proof of exactly their text: it is asked for in a dialog, held, and sent with
// the call. Sent again after silence, the same text goes with the same proof first: what was done
// already is answered without another one. Not the dialog itself (ProofDialog.tsx).
import { ApiError, type CallInput, readSentText } from '@isobath/sdk';
import type { ProofAction, Route, RouteAnswer } from '@isobath/wire';
import { type ReactNode, useRef, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { ProofDialog } from './ProofDialog.tsx';

interface Asked {
  readonly action: ProofAction;
  readonly text: string;
  readonly onProof: (proof: string) => void;
  readonly onRefused: (refusal: ApiError) => void;
  readonly onClose: () => void;
}

/** As in the table of codes. */
const PROOF_NEEDED = 20_413;

/** The dialog was closed: nothing was sent. */
const makeGivenUp = () =>
  new ApiError({ code: PROOF_NEEDED, status: 200, message: '', reject: 'proof_needed' });

/** Whether a person closed the dialog, which needs no words. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof ApiError && error.reject === 'proof_needed' && error.message === '';
}

const isProofNeeded = (error: unknown) =>
  error instanceof ApiError && error.reject === 'proof_needed';

/** Make calls with a proof. The dialog is to be shown by the caller. */
export function useProven() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const held = useRef({ text: '', proof: '' });
  const ask = (action: ProofAction, text: string) =>
    new Promise<string>((onProof, reject) => {
      const onClose = () => reject(makeGivenUp());
      setAsked({ action, text, onProof, onRefused: reject, onClose });
    }).finally(() => setAsked(null));

  /** @throws what the call throws; see isGivenUp. */
  async function call<TRoute extends Route>(
    action: ProofAction,
    route: TRoute,
    input: CallInput<TRoute>,
  ): Promise<RouteAnswer<TRoute>> {
    const text = readSentText(route, input);
    const send = (proof: string) => browserClient().call(route, { ...input, proof });
    if (held.current.text === text) {
      try {
        return await send(held.current.proof);
      } catch (error) {
        if (!isProofNeeded(error)) throw error;
      }
    }
    const proof = await ask(action, text);
    held.current = { text, proof };
    return send(proof);
  }

  const dialog: ReactNode =
    asked === null ? null : <ProofDialog key={`${asked.action} ${asked.text}`} {...asked} />;
  return { call, dialog };
}

/** Calls with a proof. */
export type Proven = ReturnType<typeof useProven>;
