// The one place where a code is typed: mailed, from the authenticator, or a backup code instead.
// A refused code is cleared and the first box waits; the refusal says how many tries are left.
import { Button, CodeField, TextField } from '@isobath/ui';
import { useState } from 'react';
import { useTexts } from '../texts.tsx';
import { type FormCall, isCodeRefused } from './use-call.ts';
import './codes.css';

/** What both kinds of code take. */
interface EntryProps {
  readonly label?: string;
  readonly call: FormCall;
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Called once for each code that was typed or pasted whole. */
  readonly onComplete?: (code: string) => void;
}

/** What was refused, with the tries that are left. */
function useRefusal({ refusal, triesLeft }: FormCall): string {
  const t = useTexts('account');
  return triesLeft > 0 ? `${refusal} ${t('code.triesLeft', { count: triesLeft })}` : refusal;
}

/** Six digits. */
export function CodeEntry(props: EntryProps) {
  const t = useTexts('account');
  return (
    <CodeField
      error={useRefusal(props.call)}
      hasFocus
      isLocked={props.call.lockedUntilMs > 0}
      isPending={props.call.isRunning}
      isRefused={isCodeRefused(props.call)}
      label={props.label ?? t('code.label')}
      nameDigit={(place, count) => t('code.digit', { place, count })}
      onChange={props.onChange}
      onComplete={props.onComplete}
      value={props.value}
    />
  );
}

/** Six digits of the authenticator, or on request a backup code with its letters. */
export function FactorEntry({ lead, ...props }: EntryProps & { lead?: string }) {
  const t = useTexts('account');
  const [isBackup, setBackup] = useState(false);
  const refusal = useRefusal(props.call);
  return (
    <>
      {lead === undefined || isBackup ? null : <p className="account-lead">{lead}</p>}
      {isBackup ? (
        <TextField
          error={refusal}
          input={{ autoComplete: 'off', autoFocus: true, required: true }}
          label={t('code.backup')}
          onChange={props.onChange}
          value={props.value}
        />
      ) : (
        <CodeEntry {...props} />
      )}
      <Button
        onClick={() => {
          props.call.clear();
          props.onChange('');
          setBackup(!isBackup);
        }}
        variant="plain"
      >
        {t(isBackup ? 'code.useApp' : 'code.useBackup')}
      </Button>
    </>
  );
}
