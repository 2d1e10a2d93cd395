// Asks for the proof of one request: the mailed code where one is needed, then an authenticator's
// code or a passkey. Closing it gives nothing.
import { canUsePasskeys, PasskeyPlaceBanner, useNamedAddress } from '@isobath/kit';
import { ApiError } from '@isobath/sdk';
import { type ProofAction, proofRoutes, type RouteAnswer } from '@isobath/wire';
import { Banner, Button, Dialog, Skeleton } from '@isobath/ui';
import { useEffect, useRef, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { CodeEntry } from '../../../base/codes/CodeEntry.tsx';
import { OutboxNote } from '../../../base/codes/OutboxNote.tsx';
import { askPasskey } from '../../../base/codes/passkey.ts';
import { SendAgain } from '../../../base/codes/SendAgain.tsx';
import { SendButton } from '../../../base/codes/SendButton.tsx';
import { type FormCall, useCall } from '../../../base/codes/use-call.ts';
import { useTexts } from '../../../base/texts.tsx';
import './proof.css';

type Begun = RouteAnswer<typeof proofRoutes.begin>;

/** Another mail is asked for after so long. */
const AGAIN_MS = 60_000;
const FAILURE_STATUS_MIN = 500;

/** Whether the request itself was refused: its form says so. Mails can be waited for here. */
const isOfRequest = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < FAILURE_STATUS_MIN && error.reject !== 'mail_limit';

interface DialogProps {
  readonly action: ProofAction;
  /** The exact text that will be sent. */
  readonly text: string;
  readonly onProof: (proof: string) => void;
  /** The request is refused before any proof of it is asked for. */
  readonly onRefused: (refusal: ApiError) => void;
  readonly onClose: () => void;
}

/** The dialog. */
export function ProofDialog(props: DialogProps) {
  const t = useTexts('capital');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      size="small"
      text={t('proof.text')}
      title={t('proof.title')}
    >
      <Proof {...props} />
    </Dialog>
  );
}

function useBegun({ action, text, onRefused }: DialogProps) {
  const account = useTexts('account');
  const call = useCall(account('offline'));
  const [begun, setBegun] = useState<Begun | null>(null);
  const isAsked = useRef(false);
  const begin = () => browserClient().call(proofRoutes.begin, { body: { action, body: text } });
  const first = async () => {
    const answer = await call.run(async () => {
      try {
        return await begin();
      } catch (error) {
        if (!isOfRequest(error)) throw error;
        onRefused(error);
        return undefined;
      }
    });
    if (answer !== undefined) setBegun(answer);
  };
  useEffect(() => {
    // A mail leaves with it: asked once, however often the page draws.
    if (!isAsked.current) void first();
    isAsked.current = true;
  });
  return { begun, setBegun, begin, first, call };
}

function Proof(props: DialogProps) {
  const t = useTexts('capital');
  const account = useTexts('account');
  const started = useBegun(props);
  const [mailCode, setMailCode] = useState('');
  const [isMailed, setMailed] = useState(false);
  const call = useCall(account('offline'));
  const { begun } = started;
  if (begun === null) {
    return started.call.refusal === '' ? (
      <Skeleton height={120} />
    ) : (
      <Banner
        actions={
          <Button onClick={() => void started.first()} size="small" variant="quiet">
            {t('proof.again')}
          </Button>
        }
        tone="danger"
      >
        {started.call.refusal}
      </Banner>
    );
  }
  const finish = (factor: { totp: string } | { passkey: unknown }) =>
    call.run(async () => {
      const body = { proofId: begun.proofId, ...factor, ...(mailCode === '' ? {} : { mailCode }) };
      try {
        props.onProof((await browserClient().call(proofRoutes.finish, { body })).proof);
      } catch (error) {
        if (error instanceof ApiError && error.facts['field'] === 'mailCode') setMailed(false);
        throw error;
      }
    });
  if (begun.isMailCodeNeeded && !isMailed) {
    const goOn = (code: string) => {
      call.clear();
      setMailCode(code);
      setMailed(true);
    };
    const again = async () => {
      started.setBegun(await started.begin());
      return { resendWaitMs: AGAIN_MS, isSent: true };
    };
    return (
      <MailStep again={again} call={call} code={mailCode} onChange={setMailCode} onCode={goOn} />
    );
  }
  return <FactorStep begun={begun} call={call} onFactor={(factor) => void finish(factor)} />;
}

function MailStep(props: {
  call: FormCall;
  code: string;
  onChange: (code: string) => void;
  onCode: (code: string) => void;
  again: () => Promise<{ resendWaitMs: number; isSent: boolean }>;
}) {
  const t = useTexts('capital');
  const { call, code } = props;
  return (
    <form
      className="proof-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === 6) props.onCode(code);
      }}
    >
      <p className="account-lead">{t('proof.mail')}</p>
      <CodeEntry
        call={call}
        label={t('proof.mailLabel')}
        onChange={props.onChange}
        onComplete={props.onCode}
        value={code}
      />
      <SendButton call={call} />
      <SendAgain
        ask={props.again}
        call={call}
        onSent={() => props.onChange('')}
        resendWaitMs={AGAIN_MS}
      />
      <OutboxNote />
    </form>
  );
}

function FactorStep(props: {
  begun: Begun;
  call: FormCall;
  onFactor: (factor: { totp: string } | { passkey: unknown }) => void;
}) {
  const t = useTexts('capital');
  const elsewhere = useNamedAddress();
  const { begun, call } = props;
  const [totp, setTotp] = useState('');
  const [isAway, setAway] = useState(false);
  const hasTotp = begun.factors.includes('totp');
  const hasPasskey = begun.factors.includes('passkey') && begun.passkey !== null;
  const askDevice = async () => {
    setAway(false);
    try {
      props.onFactor({ passkey: await askPasskey(begun.passkey as Record<string, unknown>) });
    } catch {
      // The device was not there, or the person said no to it.
      setAway(true);
    }
  };
  return (
    <form
      className="proof-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (totp.length === 6) props.onFactor({ totp });
      }}
    >
      {hasTotp ? (
        <>
          <CodeEntry
            call={call}
            label={t('proof.totp')}
            onChange={setTotp}
            onComplete={(code) => props.onFactor({ totp: code })}
            value={totp}
          />
          <SendButton call={call} />
        </>
      ) : call.refusal === '' ? null : (
        <Banner tone="danger">{call.refusal}</Banner>
      )}
      {isAway ? <Banner tone="warn">{t('proof.passkeyAway')}</Banner> : null}
      {hasPasskey && canUsePasskeys() ? (
        <Button
          isFull
          isPending={call.isRunning}
          onClick={() => void askDevice()}
          variant={hasTotp ? 'quiet' : 'primary'}
        >
          {t('proof.passkey')}
        </Button>
      ) : null}
      {hasPasskey && !hasTotp && !canUsePasskeys() ? (
        <PasskeyPlaceBanner elsewhere={elsewhere} />
      ) : null}
    </form>
  );
}
