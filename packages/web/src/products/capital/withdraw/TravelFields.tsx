// Who receives a withdrawal of some value. The exchange keeps it closed; the exchange that keeps
// the address is told it.
import type { travelDeclaration, z } from '@isobath/wire';
import { Segmented, TextField } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import { useNetworkWords } from '../words.ts';

/** What is declared. */
export type Travel = z.infer<typeof travelDeclaration>;

/** As it is typed; `venue` null = one's own wallet. */
export interface TravelDraft {
  readonly beneficiary: string;
  readonly venue: string | null;
  readonly purpose: string;
}

/** Nothing is typed. */
export const noTravel: TravelDraft = { beneficiary: '', venue: null, purpose: '' };

const TEXT_MAX = 140;

/** What is sent; undefined while something is missing. */
export function readTravel({ beneficiary, venue, purpose }: TravelDraft): Travel | undefined {
  const words = { beneficiary: beneficiary.trim(), purpose: purpose.trim() };
  if (words.beneficiary === '' || words.purpose === '' || venue?.trim() === '') return undefined;
  return venue === null ? words : { ...words, venue: venue.trim() };
}

/** The fields. */
export function TravelFields(props: {
  draft: TravelDraft;
  onChange: (draft: TravelDraft) => void;
  error: string;
  /** From this value in USDT on it is asked. */
  fromUsdt: string;
}) {
  const t = useTexts('capital');
  const words = useNetworkWords();
  const { draft, onChange } = props;
  const field = { autoComplete: 'off', maxLength: TEXT_MAX } as const;
  return (
    <fieldset className="withdraw-travel">
      <legend>{t('travel.title')}</legend>
      <p className="capital-quiet">
        {t(Number(props.fromUsdt) === 0 ? 'travel.always' : 'travel.text', {
          amount: words.showAmount(props.fromUsdt, 'USDT'),
        })}
      </p>
      <TextField
        error={props.error}
        input={field}
        label={t('travel.beneficiary')}
        onChange={(beneficiary) => onChange({ ...draft, beneficiary })}
        value={draft.beneficiary}
      />
      <Segmented
        isFull
        label={t('travel.kept')}
        onChange={(value) => onChange({ ...draft, venue: value === 'own' ? null : '' })}
        options={[
          { value: 'own', label: t('travel.own') },
          { value: 'venue', label: t('travel.venue') },
        ]}
        value={draft.venue === null ? 'own' : 'venue'}
      />
      {draft.venue === null ? null : (
        <TextField
          input={field}
          label={t('travel.venueName')}
          onChange={(venue) => onChange({ ...draft, venue })}
          value={draft.venue}
        />
      )}
      <TextField
        input={field}
        label={t('travel.purpose')}
        onChange={(purpose) => onChange({ ...draft, purpose })}
        value={draft.purpose}
      />
    </fieldset>
  );
}
