// The advanced level: where one lives with a proof of it, and what one lives on. Not the document
// nor the name (StandardForm.tsx). Called by VerifyPage.tsx.
import { fundSources, identityRoutes, occupations } from '@isobath/wire';
import { Select } from '@isobath/ui';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { type Draft, useDraft } from './draft.ts';
import { FileField } from './FileField.tsx';
import { CountryField, type Filling, judgeFiles, judgeWords, WordField } from './fields.tsx';
import { isAddress, isCity, isCountryCode, isOneOf, isPostalCode } from './shapes.ts';
import { Wizard } from './Wizard.tsx';

type Occupation = (typeof occupations)[number];
type FundSource = (typeof fundSources)[number];

const CITY_LENGTH_MAX = 80;
const CODE_LENGTH_MAX = 16;

function sendAdvanced(draft: Draft) {
  const body = {
    address: draft.word('address').trim(),
    city: draft.word('city').trim(),
    postalCode: draft.word('postalCode').trim(),
    country: draft.word('country'),
    proofFileId: draft.files['address']?.fileId ?? 0,
    occupation: draft.word('occupation') as Occupation,
    sourceOfFunds: draft.word('sourceOfFunds') as FundSource,
  };
  return browserClient().call(identityRoutes.applyAdvanced, { body });
}

/** The form; `onSent` is called when it was taken. */
export function AdvancedForm({ onSent }: { onSent: () => void }) {
  const t = useTexts('identity');
  const draft = useDraft('advanced');
  return (
    <Wizard
      draft={draft}
      label={t('level.2')}
      onSent={onSent}
      send={() => sendAdvanced(draft)}
      steps={[
        {
          name: t('step.address'),
          faults: {
            ...judgeWords(t, draft, {
              country: isCountryCode,
              address: isAddress,
              city: isCity,
              postalCode: isPostalCode,
            }),
            ...judgeFiles(t, draft, ['address']),
          },
          refusals: ['identity_country', 'identity_file', 'invalid'],
          content: (shown) => <AddressStep draft={draft} shown={shown} />,
        },
        {
          name: t('step.funds'),
          faults: judgeWords(t, draft, {
            occupation: isOneOf(occupations),
            sourceOfFunds: isOneOf(fundSources),
          }),
          content: (shown) => <FundsStep draft={draft} shown={shown} />,
        },
      ]}
    />
  );
}

function AddressStep(filling: Filling) {
  const t = useTexts('identity');
  const { draft, shown } = filling;
  return (
    <>
      <CountryField {...filling} />
      <WordField
        {...filling}
        input={{ maxLength: 160, autoComplete: 'street-address' }}
        name="address"
      />
      <div className="identity-pair">
        <WordField
          {...filling}
          input={{ maxLength: CITY_LENGTH_MAX, autoComplete: 'address-level2' }}
          name="city"
        />
        <WordField
          {...filling}
          input={{ maxLength: CODE_LENGTH_MAX, autoComplete: 'postal-code' }}
          name="postalCode"
        />
      </div>
      <p className="identity-note">{t('proof')}</p>
      <FileField
        error={shown['address'] ?? ''}
        file={draft.files['address']}
        kind="address"
        label={t('item.proof_of_address')}
        onChange={(file) => draft.setFile('address', file)}
      />
    </>
  );
}

function FundsStep({ draft, shown }: Filling) {
  const t = useTexts('identity');
  return (
    <>
      <Select
        error={shown['occupation'] ?? ''}
        label={t('field.occupation')}
        onChange={(value) => draft.setWord('occupation', value)}
        options={occupations.map((value) => ({ value, label: t(`occupation.${value}`) }))}
        placeholder={t('choose')}
        value={(draft.word('occupation') || null) as Occupation | null}
      />
      <Select
        error={shown['sourceOfFunds'] ?? ''}
        label={t('field.sourceOfFunds')}
        onChange={(value) => draft.setWord('sourceOfFunds', value)}
        options={fundSources.map((value) => ({ value, label: t(`fund.${value}`) }))}
        placeholder={t('choose')}
        value={(draft.word('sourceOfFunds') || null) as FundSource | null}
      />
    </>
  );
}
