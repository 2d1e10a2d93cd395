// The form of a transfer: from, to, pair, coin, and the dialogs that an outcome asks for; amount
// and both balances before and after are the kit's. On the page of transfers and in the dialog.
import { MoneyForm, type MoneyWords, QueryView } from '@isobath/kit';
import type { TransferType } from '@isobath/wire';
import {
  addChoice,
  Amount,
  ArrowDownUp,
  ConfirmSheet,
  EmptyState,
  IconButton,
  SearchSelect,
  Select,
  Skeleton,
  useToasts,
} from '@isobath/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { useSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import {
  ISOLATED,
  listOffered,
  recentCoinsSetting,
  recentPairsSetting,
  type TypeText,
} from './accounts.ts';
import {
  type Asked,
  type Facts,
  isPairOpen,
  isTypeOpen,
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
  const { source, target, coinId, tradeId, asset } = props;
  const toasts = useToasts();
  const first = { source, target, coinId, tradeId, asset };
  const transfer = useTransfer(first, (title) => {
    toasts.show({ kind: 'done', title });
    props.onDone?.();
  });
  const { read, known } = transfer;
  // What is known already stays to be sent, and to be read, when it could not be read anew.
  const shown = { ...read, data: known, failure: known === null ? read.failure : null };
  return (
    <div className="transfer-form">
      <Sides transfer={transfer} />
      <QueryView read={shown} size="small" waiting={<Skeleton height={356} />}>
        {(facts) => <Money known={facts} transfer={transfer} />}
      </QueryView>
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

/** A bonus that would end, said before anything is sent. */
type Question = Asked | { readonly kind: 'bonus'; readonly text: string } | null;

/** What the form says of this movement. */
function useMoneyWords(): MoneyWords {
  const t = useTexts('transfer');
  return {
    amount: t('amount'),
    submit: t('submit'),
    after: t('after'),
    most: (limit) => t('most', { limit }),
    capped: (limit) => t('capped', { limit }),
    unknown: t('offline'),
  };
}

function Money({ transfer, known }: { transfer: Transfer; known: Facts }) {
  const t = useTexts('transfer');
  const [isWarning, setWarning] = useState(false);
  const { coin, choice, draft, money } = transfer;
  const unit = coin?.shortName ?? '';
  const isMovable = coin !== undefined && coin.transferOutAble && coin.transferInAble;
  const { available, todayAvailableLimit, transferOpenCardInvalid } = known.source;
  const send = (isOpening: boolean) => {
    setWarning(false);
    void transfer.send(isOpening);
  };
  const bonus = isWarning ? ({ kind: 'bonus', text: t('bonus.text') } as const) : null;
  const side = (name: 'source' | 'target', sign: 1 | -1) => ({
    key: name,
    label: t(`account.${String(choice[name]) as TypeText}`),
    available: known[name].available,
    sign,
  });
  return (
    <MoneyForm
      available={available}
      closed={isMovable || coin === undefined ? null : `${unit} ${t('disabled')}`}
      draft={draft}
      fields={
        <>
          <PairPicker transfer={transfer} />
          <CoinPicker transfer={transfer} />
        </>
      }
      left={todayAvailableLimit}
      money={money}
      onSubmit={() => {
        if (transferOpenCardInvalid) setWarning(true);
        else if (isMovable) send(false);
      }}
      sides={[side('source', -1), side('target', 1)]}
      unit={unit}
      unknownActions={<ToRecords choice={choice} />}
      words={useMoneyWords()}
    >
      <Questions
        choice={choice}
        onClose={() => {
          setWarning(false);
          transfer.forgetAsked();
        }}
        onSend={send}
        question={bonus ?? transfer.asked}
      />
    </MoneyForm>
  );
}

const recordsPath = (locale: string, { source, target }: Transfer['choice']) =>
  `/${locale}/orderHome/transferRecord?source=${source}&target=${target}`;

/** Where it can be seen whether the money moved. */
function ToRecords({ choice }: { choice: Transfer['choice'] }) {
  const t = useTexts('transfer');
  const locale = useLocale();
  return (
    <ButtonLink size="small" to={recordsPath(locale, choice)}>
      {t('processing.records')}
    </ButtonLink>
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
  const records = recordsPath(locale, props.choice);
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
        isOpen={question?.kind === 'opening'}
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
