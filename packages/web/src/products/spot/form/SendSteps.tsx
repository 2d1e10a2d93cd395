// The steps after editing, in the sheet of a phone: look at the receipt, sending, done or failed.
// Each takes the place of the form; going back finds it as it was left.
// Not the desktop's question (ConfirmSheet in OrderForm.tsx).
import { Amount, Button, type Fact, KeyValue, Price, TextField } from '@isobath/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { FormReceipt } from './FormReceipt.tsx';
import { type FormState, hasPrice } from './form-state.ts';
import { LegLines } from './list/LegLines.tsx';
import type { Preview } from './preview.ts';
import type { SendGate } from './use-send.tsx';

function Step(props: { title: string; name: string; children?: ReactNode; foot?: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone: the focus goes to what took its place.
  useEffect(() => head.current?.focus(), [props.name]);
  return (
    <section aria-live="polite" className="flow" data-step={props.name}>
      <h3 ref={head} tabIndex={-1}>
        {props.title}
      </h3>
      {props.children}
      {props.foot === undefined ? null : <div className="flow-foot">{props.foot}</div>}
    </section>
  );
}

/** Price and size as they were sent. */
function useSentFacts(sent: FormState): readonly Fact[] {
  const { market } = useTrade();
  const t = useTexts('spot');
  const isByQuote = sent.size === '' || (sent.sizedBy === 'quote' && !hasPrice(sent.kind));
  const size = isByQuote ? (
    <Amount unit={market.quote} value={sent.total} />
  ) : (
    <Amount unit={market.base} value={sent.size} />
  );
  const price = <Price decimals={market.priceDecimals} unit={market.quote} value={sent.price} />;
  return [
    { key: 'kind', label: t('orders.type'), value: t(`kind.${sent.kind}`) },
    ...(hasPrice(sent.kind) ? [{ key: 'price', label: t('orders.price'), value: price }] : []),
    { key: 'size', label: t('orders.size'), value: size },
  ];
}

function Look(props: { gate: SendGate; preview: Preview | null }) {
  const { form, market } = useTrade();
  const t = useTexts('spot');
  const [word, setWord] = useState('');
  const { gate } = props;
  const typed = gate.question?.typed;
  const facts = useSentFacts(form);
  return (
    <Step
      foot={
        <>
          <Button onClick={gate.back} size="large" variant="quiet">
            {t('confirm.back')}
          </Button>
          <Button
            disabled={typed !== undefined && word.trim() !== typed.word}
            onClick={gate.confirm}
            size="large"
            variant={form.side}
          >
            {t(form.side === 'buy' ? 'form.buy' : 'form.sell', { asset: market.base })}
          </Button>
        </>
      }
      name="preview"
      title={t(`confirm.${form.side}`, { kind: t(`kind.${form.kind}`), asset: market.base })}
    >
      <p className="order-quiet">{t('confirm.text')}</p>
      <KeyValue facts={facts.slice(1)} />
      <LegLines />
      <FormReceipt preview={props.preview} />
      {gate.question?.body}
      {typed === undefined ? null : (
        <TextField
          input={{ autoComplete: 'off', spellCheck: false }}
          label={typed.label}
          onChange={setWord}
          value={word}
        />
      )}
    </Step>
  );
}

function Done(props: { gate: SendGate; sent: FormState; status: string; onClose: () => void }) {
  const t = useTexts('spot');
  const facts = useSentFacts(props.sent);
  const status = {
    key: 'status',
    label: t('orders.status'),
    value: t(`status.${props.status}` as Parameters<typeof t>[0]),
  };
  return (
    <Step
      foot={
        <>
          <Button onClick={props.gate.back} size="large" variant="quiet">
            {t('flow.again')}
          </Button>
          <Button onClick={props.onClose} size="large" variant="primary">
            {t('flow.close')}
          </Button>
        </>
      }
      name="done"
      title={t('flow.done')}
    >
      <KeyValue facts={[...facts, status]} />
    </Step>
  );
}

/** Whatever comes after editing. */
export function SendSteps(props: { gate: SendGate; preview: Preview | null; onClose: () => void }) {
  const t = useTexts('spot');
  const { gate } = props;
  const { step } = gate;
  if (step.name === 'preview') return <Look gate={gate} preview={props.preview} />;
  if (step.name === 'placing') {
    return (
      <Step name="placing" title={t('flow.placing')}>
        <span aria-hidden="true" className="flow-line" />
      </Step>
    );
  }
  if (step.name === 'done') {
    return <Done gate={gate} onClose={props.onClose} sent={step.sent} status={step.status} />;
  }
  if (step.name !== 'failed') return null;
  return (
    <Step
      foot={
        <>
          <Button onClick={props.onClose} size="large" variant="quiet">
            {t('flow.close')}
          </Button>
          <Button onClick={gate.back} size="large" variant="primary">
            {t('orders.editRetry')}
          </Button>
        </>
      }
      name="failed"
      title={t(step.isUnknown ? 'flow.unknown' : 'flow.failed')}
    >
      <p role="alert">{step.message}</p>
    </Step>
  );
}
