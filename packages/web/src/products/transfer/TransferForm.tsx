// The form of a transfer: from, to, pair, coin, amount, both balances before and after, and the
// dialogs that an outcome asks for. On the page of transfers and in the dialog.
import { languageTagOf } from '@isobath/texts';
import type { TransferType } from '@isobath/wire';
import {
  addChoice,
  Amount,
  ArrowDownUp,
  Banner,
  Button,
  ConfirmSheet,
  EmptyState,
  ErrorState,
  IconButton,
  joinParts,
  localiseDecimal,
  NumberField,
  SearchSelect,
  Select,
  Skeleton,
  thinSpace,
  useToasts,
} from '@isobath/ui';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import {
  ISOLATED,
  listOffered,
  recentCoinsSetting,
  recentPairsSetting,
  type TypeText,
} from './accounts.ts';
import { addAmounts, isAmount, isMore } from './amount.ts';
import {
  isPairOpen,
  isTypeOpen,
  type Outcome,
  type Transfer,
  useTransfer,
} from './use-transfer.ts';
import './transfer.css';

/** Move money. */
export function TransferForm(props: {
  source: TransferType;
  target: TransferType;
  coinId?: number | undefined;
  /** The pair of an isolated account to begin with. */
  tradeId?: number | undefined;
  /** Short name of the coin, in place of its number. */
  asset?: string | undefined;
  /** Called after money moved. */
  onDone?: (() => void) | undefined;
}) {
  const t = useTexts('transfer');
  const { source, target, coinId, tradeId, asset } = props;
  const transfer = useTransfer({ source, target, coinId, tradeId, asset });
  const { known } = transfer;
  if (transfer.facts === 'failed') {
    return <ErrorState onRetry={() => void transfer.load()} size="small" title={t('failed')} />;
  }
  return (
    <div className="transfer-form">
      <Sides transfer={transfer} />
      {known === null ? (
        <Skeleton height={356} />
      ) : (
        <Money onDone={props.onDone} {...{ transfer }} />
      )}
    </div>
  );
}

/** In place of the form: there is no second account. */
export function NoWay() {
  const t = useTexts('transfer');
  return <EmptyState drawing="hook" text={t('none.text')} title={t('none.title')} />;
}

function Sides({ transfer }: { transfer: Transfer }) {
  const t = useTexts('transfer');
  // Closed for this coin only: another coin may go there, so the account stays open to choose.
  const isClosed = (type: TypeText, isOut: boolean) =>
    transfer.known !== null &&
    !isTypeOpen(transfer.known.types, Number(type) as TransferType, isOut);
  const { source, target } = transfer.choice;
  const offered = listOffered([source, target]).map((type) => String(type) as TypeText);
  const side = (name: 'source' | 'target', label: string) => (
    <Select
      label={label}
      onChange={(value) => transfer.choose(name, Number(value) as TransferType)}
      options={offered.map((value) => ({
        value,
        label: t(`account.${value}`),
        note: isClosed(value, name === 'source') ? t('disabled') : undefined,
      }))}
      value={String(transfer.choice[name]) as TypeText}
    />
  );
  return (
    <div className="transfer-sides">
      {side('source', t('from'))}
      <IconButton icon={<ArrowDownUp />} label={t('swap')} onClick={transfer.swap} />
      {side('target', t('to'))}
    </div>
  );
}

function PairPicker({ transfer }: { transfer: Transfer }) {
  const t = useTexts('transfer');
  const { choice, known } = transfer;
  const [recent, setRecent] = useSetting(recentPairsSetting);
  const isOut = choice.source === ISOLATED;
  if (!isOut && choice.target !== ISOLATED) return null;
  return (
    <SearchSelect
      label={t('pair')}
      onChange={(value) => {
        setRecent(addChoice(recent, value));
        transfer.change({ tradeId: Number(value) });
      }}
      options={(known?.pairs ?? []).map((pair) => ({
        value: String(pair.tradeId),
        label: `${pair.base}/${pair.quote}`,
        isDisabled: !isPairOpen(pair, isOut),
        note: isPairOpen(pair, isOut) ? undefined : t('disabled'),
      }))}
      recent={recent}
      value={String(choice.tradeId)}
    />
  );
}

function CoinPicker({ transfer }: { transfer: Transfer }) {
  const t = useTexts('transfer');
  const [recent, setRecent] = useSetting(recentCoinsSetting);
  return (
    <SearchSelect
      label={t('coin')}
      onChange={(value) => {
        setRecent(addChoice(recent, value));
        transfer.change({ coinId: Number(value) });
      }}
      options={(transfer.known?.coins ?? []).map((coin) => {
        const isOpen = coin.transferOutAble && coin.transferInAble;
        return {
          value: String(coin.coinId),
          label: coin.shortName,
          isDisabled: !isOpen,
          note: isOpen ? <Amount isOwn value={coin.available} /> : t('disabled'),
        };
      })}
      recent={recent}
      value={String(transfer.choice.coinId)}
    />
  );
}

/** Digits that can be typed; those beyond the coin's precision are cut when the field is left. */
const readableDecimals = 18;

/** What is said below the amount: what is wrong with it, or what was done to it. */
function useAmountWords(transfer: Transfer, isTouched: boolean) {
  const { problem, note, most, precision, coin } = transfer;
  const t = useTexts('transfer');
  const locale = languageTagOf(useLocale());
  const shownMost = joinParts(localiseDecimal(most, { locale }));
  const limit = `${shownMost}${thinSpace}${coin?.shortName ?? ''}`;
  const decimals = { most: precision };
  const notes = { capped: () => t('capped', { limit }), trimmed: () => t('trimmed', decimals) };
  const problems = {
    empty: () => (isTouched ? t('needAmount') : ''),
    refused: () => (isTouched ? t('needAmount') : ''),
    tooMuch: () => (isAmount(most) ? t('most', { limit }) : t('tooMuch')),
    tooFine: () => t('tooFine', decimals),
  };
  return {
    error: problem === null ? '' : problems[problem](),
    done: note === null ? '' : notes[note](),
  };
}

/** Which question the last outcome asks. */
type Question = Extract<Outcome, { text: string }> | { kind: 'bonus'; text: string } | null;

function Money({ transfer, onDone }: { transfer: Transfer; onDone: (() => void) | undefined }) {
  const t = useTexts('transfer');
  const toasts = useToasts();
  const [isTouched, setTouched] = useState(false);
  const [question, setQuestion] = useState<Question>(null);
  const [refusal, setRefusal] = useState('');
  const { coin, known, choice } = transfer;
  const asset = coin?.shortName ?? '';
  const isMovable = coin !== undefined && coin.transferOutAble && coin.transferInAble;

  const send = async (isOpening: boolean) => {
    setQuestion(null);
    setRefusal('');
    const outcome = await transfer.send(isOpening);
    if (outcome.kind === 'done') {
      setTouched(false);
      toasts.show({ kind: 'done', title: outcome.text });
      onDone?.();
    } else if (outcome.kind === 'offline') setRefusal(t('offline'));
    else if (outcome.kind === 'refused') setRefusal(outcome.text);
    else setQuestion(outcome);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    // An amount that had to be changed waits for another press: nobody sends what he has not read.
    transfer.settle();
    if (transfer.problem !== null || !isMovable) return;
    if (known?.source.transferOpenCardInvalid) {
      setQuestion({ kind: 'bonus', text: t('bonus.text') });
    } else void send(false);
  };
  const { error, done } = useAmountWords(transfer, isTouched);
  return (
    <form className="transfer-money" onSubmit={submit}>
      <PairPicker transfer={transfer} />
      <CoinPicker transfer={transfer} />
      <NumberField
        chips={[{ label: t('all'), onApply: transfer.takeAll }]}
        decimals={readableDecimals}
        error={error}
        hint={<Room asset={asset} note={done} transfer={transfer} />}
        label={t('amount')}
        onChange={transfer.type}
        onLeave={transfer.settle}
        step="1"
        unit={asset}
        value={transfer.amount}
      />
      <Balances transfer={transfer} />
      {refusal === '' ? null : <Banner tone="danger">{refusal}</Banner>}
      {isMovable || coin === undefined ? null : (
        <Banner tone="warn">{`${asset} ${t('disabled')}`}</Banner>
      )}
      <Button
        isFull
        isPending={transfer.isSending}
        // A press must not take the focus: leaving the field may change the amount under it.
        onMouseDown={(event) => event.preventDefault()}
        size="large"
        type="submit"
        variant="primary"
      >
        {t('submit')}
      </Button>
      <Questions
        choice={choice}
        onClose={() => setQuestion(null)}
        onSend={(isOpening) => void send(isOpening)}
        question={question}
      />
    </form>
  );
}

/**
 * What was done to the amount; what is there, and what of it may still be moved today when that is
 * less.
 */
function Room(props: { transfer: Transfer; asset: string; note: string }) {
  const { transfer, asset } = props;
  const t = useTexts('transfer');
  const { available, todayAvailableLimit } = transfer.known?.source ?? noWallet;
  return (
    <>
      <strong className="transfer-note" role="status">
        {props.note}
      </strong>
      {t('available')} <Amount isOwn unit={asset} value={available} />
      {isMore(available, todayAvailableLimit) ? (
        <span className="transfer-left">
          {t('leftToday')} <Amount isOwn unit={asset} value={todayAvailableLimit} />
        </span>
      ) : null}
    </>
  );
}

const noWallet = { available: '0', todayAvailableLimit: '0' };

/** Both accounts now and afterwards. */
function Balances({ transfer }: { transfer: Transfer }) {
  const t = useTexts('transfer');
  const { known, choice, amount, coin, problem } = transfer;
  if (known === null) return null;
  const moved = problem === null ? amount : '0';
  const row = (side: 'source' | 'target', sign: 1 | -1) => {
    const { available } = known[side];
    const type = String(choice[side]) as TypeText;
    return (
      <tr>
        <th scope="row">{t(`account.${type}`)}</th>
        <td>
          <Amount isOwn value={addAmounts(available, '0', 1)} />
        </td>
        <td>
          <Amount isOwn value={addAmounts(available, moved, sign)} />
        </td>
      </tr>
    );
  };
  return (
    <table className="transfer-balances">
      <thead>
        <tr>
          <td>{coin?.shortName}</td>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {row('source', -1)}
        {row('target', 1)}
      </tbody>
    </table>
  );
}

/** The dialogs that an outcome, or a bonus, asks for; at most one is open. */
function Questions(props: {
  question: Question;
  choice: Transfer['choice'];
  onClose: () => void;
  onSend: (isOpening: boolean) => void;
}) {
  const t = useTexts('transfer');
  const locale = useLocale();
  const navigate = useNavigate();
  const { question } = props;
  const { source, target } = props.choice;
  const records = `/${locale}/orderHome/transferRecord?source=${source}&target=${target}`;
  return (
    <>
      <ConfirmSheet
        cancelLabel={t('processing.close')}
        confirmLabel={t('processing.records')}
        isOpen={question?.kind === 'processing'}
        onConfirm={() => void navigate(records)}
        onOpenChange={props.onClose}
        text={question?.text}
        title={t('processing.title')}
      />
      <ConfirmSheet
        cancelLabel={t('open.cancel')}
        confirmLabel={t('open.confirm')}
        isOpen={question?.kind === 'asks'}
        onConfirm={() => props.onSend(true)}
        onOpenChange={props.onClose}
        text={question?.text}
        title={t('open.title')}
      />
      <ConfirmSheet
        cancelLabel={t('open.cancel')}
        confirmLabel={t('bonus.confirm')}
        isOpen={question?.kind === 'bonus'}
        onConfirm={() => props.onSend(false)}
        onOpenChange={props.onClose}
        text={question?.text}
        title={t('bonus.title')}
      />
    </>
  );
}
