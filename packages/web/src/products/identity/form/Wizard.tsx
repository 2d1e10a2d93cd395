// A form in steps: where one stands, back and on, and sending at the end. A step is left only when
// nothing is missing in it. Used by the forms beside it.
import { describeFailure } from '@isobath/kit';
import { ApiError } from '@isobath/sdk';
import { Banner, Button, Stepper, useToasts } from '@isobath/ui';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import type { Draft } from './draft.ts';

/** What is wrong, by the names of the fields. */
export type Faults = Readonly<Record<string, string>>;

/** One step. */
export interface Step {
  readonly name: string;
  /** What is missing or wrong in it now. */
  readonly faults: Faults;
  /** Asked before the step is left. @returns what stands against going on, "" = nothing. */
  readonly ask?: () => Promise<string>;
  /** Refusals that are about this step: sending leads back to it. */
  readonly refusals?: readonly string[];
  readonly content: (shown: Faults) => ReactNode;
}

const noFaults: Faults = {};

/** The form. */
export function Wizard(props: {
  label: string;
  steps: readonly Step[];
  draft: Draft;
  send: () => Promise<unknown>;
  onSent: () => void;
  /** Where what is filled in stays; absent: in this tab. */
  note?: string;
}) {
  const t = useTexts('identity');
  const kit = useTexts('kit');
  const toasts = useToasts();
  const { steps, draft } = props;
  const [isTried, setTried] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState('');
  const at = Math.min(draft.step, steps.length - 1);
  const step = steps[at];
  if (step === undefined) return null;
  const isLast = at === steps.length - 1;
  const go = (to: number) => {
    setTried(false);
    setProblem('');
    draft.setStep(to);
    window.scrollTo(0, 0);
  };
  const fail = (error: unknown) => {
    const word = error instanceof ApiError ? error.reject : '';
    const about = steps.findIndex(({ refusals }) => refusals?.includes(word) === true);
    if (about >= 0) draft.setStep(about);
    setProblem(describeFailure(error, kit));
  };
  const finish = async () => {
    await props.send();
    draft.clear();
    toasts.show({ kind: 'done', title: t('sent') });
    props.onSent();
  };
  const goOn = async () => {
    setTried(true);
    if (isRunning || Object.keys(step.faults).length > 0) return;
    setRunning(true);
    setProblem('');
    try {
      const against = (await step.ask?.()) ?? '';
      if (against !== '') setProblem(against);
      else if (isLast) await finish();
      else go(at + 1);
    } catch (error) {
      fail(error);
    }
    setRunning(false);
  };
  return (
    <form
      className="identity-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void goOn();
      }}
    >
      {steps.length === 1 ? null : (
        <Stepper label={props.label} step={at} steps={steps.map(({ name }) => name)} />
      )}
      {problem === '' ? null : <Banner title={problem} tone="danger" />}
      {step.content(isTried ? step.faults : noFaults)}
      <p className="identity-note">{props.note ?? t('draft')}</p>
      <div className="identity-acts">
        {at === 0 ? (
          <span />
        ) : (
          <Button onClick={() => go(at - 1)} variant="quiet">
            {t('back')}
          </Button>
        )}
        <Button isPending={isRunning} type="submit" variant="primary">
          {t(isLast ? 'send' : 'next')}
        </Button>
      </div>
    </form>
  );
}
