// Taking a case and deciding on it: pass, refuse with parts and reasons, ask for more, take back.
// What needs a second operator says so before and after. Shown by CaseView.tsx.
import { ReviewBar } from '@isobath/kit';
import { Button, Checkbox, Select, Tag } from '@isobath/ui';
import {
  companyItems,
  type IdentityItem,
  type IdentityReason,
  identityReasons,
  type ReviewOutcome,
  reviewRoutes,
  type ReviewRow,
} from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { FormDialog } from '../../base/FormDialog.tsx';
import { useOperator, usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';

const standardItems: readonly IdentityItem[] = [
  'name',
  'birth_date',
  'document_number',
  'document_front',
  'document_back',
  'selfie',
];
const advancedItems: readonly IdentityItem[] = [
  'address',
  'proof_of_address',
  'occupation',
  'source_of_funds',
];
/** What can be named of a case, by the number of its level. */
const itemsOf = { 1: standardItems, 2: advancedItems, 3: companyItems } as const;
const DUE_DAYS = ['3', '7', '14', '30'] as const;

const WAITING = 0;
const PASSED = 1;

/** What can be decided as a case stands. */
function listOutcomes({ identityStatus, state }: ReviewRow): readonly ReviewOutcome[] {
  if (identityStatus === WAITING) return ['pass', 'refuse', 'ask'];
  if (identityStatus !== PASSED) return [];
  return state === 'answered' || state === 'found' ? ['pass', 'ask', 'revoke'] : ['ask', 'revoke'];
}

const needsTwo = ({ identityType, identityStatus }: ReviewRow, outcome: ReviewOutcome) =>
  outcome === 'revoke' || (outcome === 'pass' && identityType !== 1 && identityStatus === WAITING);

const variants = { pass: 'primary', refuse: 'danger', ask: 'quiet', revoke: 'danger' } as const;

/** The bar of a case. */
export function Decision({ row, onChange }: { row: ReviewRow; onChange: () => void }) {
  const t = useTexts('identity');
  const kit = useTexts('kit');
  const admin = useTexts('admin');
  const { operatorId } = useOperator();
  const canDecide = usePermission('identity.decide');
  const { act, isPending } = useAction();
  const [asked, setAsked] = useState<ReviewOutcome | null>(null);
  const { recordId, claimedBy, state } = row;
  const isMine = row.claimedBy === operatorId;
  const outcomes = listOutcomes(row);
  const take = async () => {
    const body = { recordId, claimedBy, state };
    await act(() => client.call(reviewRoutes.claim, { body }), '');
    onChange();
  };
  const decide = async (outcome: ReviewOutcome, why: Why) => {
    const done = needsTwo(row, outcome) ? admin('approval.made') : admin('saved');
    const body = { recordId, outcome, ...why };
    if (await act(() => client.call(reviewRoutes.decide, { body }), done)) setAsked(null);
    // Also when it was refused: a colleague may have been first.
    onChange();
  };
  return (
    <ReviewBar>
      <Tag tone={isMine ? 'you' : 'outline'}>
        {isMine ? kit('review.mine') : row.claimer || kit('review.free')}
      </Tag>
      {canDecide && outcomes.length > 0 && !isMine ? (
        <Button isPending={isPending} onClick={() => void take()} size="small" variant="primary">
          {kit(row.claimedBy === 0 ? 'review.take' : 'review.takeOver')}
        </Button>
      ) : null}
      {canDecide && isMine
        ? outcomes.map((outcome) => (
            <Button
              key={outcome}
              onClick={() => setAsked(outcome)}
              size="small"
              variant={variants[outcome]}
              {...(row.approvalId > 0 && needsTwo(row, outcome)
                ? { whyDisabled: admin('approval.waits') }
                : {})}
            >
              {t(`desk.${outcome}`)}
            </Button>
          ))
        : null}
      {asked === null || !isMine || !outcomes.includes(asked) ? null : (
        <DecideDialog
          isPending={isPending}
          onClose={() => setAsked(null)}
          onDecide={(why) => void decide(asked, why)}
          outcome={asked}
          row={row}
        />
      )}
    </ReviewBar>
  );
}

interface Why {
  readonly items: IdentityItem[];
  readonly reasonCodes: IdentityReason[];
  readonly dueDays: number;
}

function DecideDialog(props: {
  row: ReviewRow;
  outcome: ReviewOutcome;
  isPending: boolean;
  onClose: () => void;
  onDecide: (why: Why) => void;
}) {
  const t = useTexts('identity');
  const { outcome, row } = props;
  const [items, setItems] = useState<readonly IdentityItem[]>([]);
  const [reasons, setReasons] = useState<readonly IdentityReason[]>([]);
  const [days, setDays] = useState<(typeof DUE_DAYS)[number]>('14');
  const isPass = outcome === 'pass';
  const hasReasons = outcome === 'refuse' || outcome === 'revoke';
  const shown = itemsOf[row.identityType as keyof typeof itemsOf];
  // What was shown can be refused; more than that can be asked for, of a company its own parts.
  const canAskMore = outcome === 'ask' && row.identityType !== 3;
  const offered = canAskMore ? [...standardItems, ...advancedItems] : shown;
  const isReady = isPass || (items.length > 0 && (!hasReasons || reasons.length > 0));
  const why = { items: [...items], reasonCodes: [...reasons], dueDays: Number(days) };
  return (
    <FormDialog
      confirmLabel={t(`desk.${outcome}`)}
      isDanger={hasReasons}
      isOpen
      isPending={props.isPending}
      isReady={isReady}
      onClose={props.onClose}
      onConfirm={() => props.onDecide(why)}
      text={t(needsTwo(row, outcome) ? 'desk.two' : 'desk.told')}
      title={t(`desk.${outcome}`)}
    >
      {isPass ? null : (
        <Choices
          chosen={items}
          label={t('desk.items')}
          nameOf={(item) => t(`item.${item}`)}
          offered={offered}
          onChange={setItems}
        />
      )}
      {hasReasons ? (
        <Choices
          chosen={reasons}
          label={t('desk.reasons')}
          nameOf={(reason) => t(`reason.${reason}`)}
          offered={identityReasons}
          onChange={setReasons}
        />
      ) : null}
      {outcome === 'ask' ? (
        <Select
          label={t('desk.due')}
          onChange={setDays}
          options={DUE_DAYS.map((value) => ({ value, label: value }))}
          value={days}
        />
      ) : null}
    </FormDialog>
  );
}

/** Several of a list. */
function Choices<TValue extends string>(props: {
  label: string;
  offered: readonly TValue[];
  chosen: readonly TValue[];
  nameOf: (value: TValue) => string;
  onChange: (chosen: readonly TValue[]) => void;
}) {
  const { chosen, onChange } = props;
  return (
    <fieldset className="identity-choices">
      <legend>{props.label}</legend>
      {props.offered.map((value) => (
        <Checkbox
          isOn={chosen.includes(value)}
          key={value}
          label={props.nameOf(value)}
          onChange={(isOn) =>
            onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
    </fieldset>
  );
}
