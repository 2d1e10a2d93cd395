// The standard level: a document, who one is, pictures of both, and all of it once more before it
// is sent. Whether the document can be taken is asked before pictures are.
import { type IdentityDocument, identityDocuments, identityRoutes } from '@isobath/wire';
import { languageTagOf } from '@isobath/texts';
import { KeyValue } from '@isobath/ui';
import { browserClient } from '../../../base/client.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { type Draft, useDraft } from './draft.ts';
import { FileField } from './FileField.tsx';
import {
  CountryField,
  DocumentTypeField,
  type Filling,
  judgeFiles,
  judgeWords,
  nameCountry,
  WordField,
} from './fields.tsx';
import { isCountryCode, isDay, isDocumentNumber, isName, isOneOf } from './shapes.ts';
import { type Step, Wizard } from './Wizard.tsx';

/** Pictures that a kind of document needs. */
function listFiles(draft: Draft): readonly ('front' | 'back' | 'selfie')[] {
  return draft.word('documentType') === 'passport'
    ? ['front', 'selfie']
    : ['front', 'back', 'selfie'];
}

function readDocument(draft: Draft) {
  return {
    country: draft.word('country'),
    documentType: draft.word('documentType') as IdentityDocument,
    documentNumber: draft.word('documentNumber').trim(),
    birthDate: draft.word('birthDate'),
  };
}

function sendStandard(draft: Draft) {
  const { front, back, selfie } = draft.files;
  const expiresOn = draft.word('expiresOn');
  const isOneSided = draft.word('documentType') === 'passport';
  const body = {
    ...readDocument(draft),
    firstName: draft.word('firstName').trim(),
    lastName: draft.word('lastName').trim(),
    ...(expiresOn === '' ? {} : { expiresOn }),
    fileIds: {
      front: front?.fileId ?? 0,
      ...(isOneSided || back === undefined ? {} : { back: back.fileId }),
      selfie: selfie?.fileId ?? 0,
    },
  };
  return browserClient().call(identityRoutes.applyStandard, { body });
}

/** The form; `onSent` is called when it was taken. */
export function StandardForm({ onSent }: { onSent: () => void }) {
  const t = useTexts('identity');
  const draft = useDraft('standard');
  return (
    <Wizard
      draft={draft}
      label={t('level.1')}
      onSent={onSent}
      send={() => sendStandard(draft)}
      steps={useSteps(draft)}
    />
  );
}

function useSteps(draft: Draft): readonly Step[] {
  const t = useTexts('identity');
  const isDayWrong = draft.word('expiresOn') !== '' && !isDay(draft.word('expiresOn'));
  const ask = async () => {
    const body = readDocument(draft);
    const { word } = await browserClient().call(identityRoutes.checkStandard, { body });
    return word === '' ? '' : t(`against.${word}`);
  };
  return [
    {
      name: t('step.document'),
      faults: {
        ...judgeWords(t, draft, {
          country: isCountryCode,
          documentType: isOneOf(identityDocuments),
          documentNumber: isDocumentNumber,
        }),
        ...(isDayWrong ? { expiresOn: t('wrong') } : {}),
      },
      refusals: ['identity_country', 'identity_document_used', 'invalid'],
      content: (shown) => <DocumentStep draft={draft} shown={shown} />,
    },
    {
      name: t('step.person'),
      faults: judgeWords(t, draft, {
        firstName: isName,
        lastName: isName,
        birthDate: isDay,
      }),
      ask,
      refusals: ['identity_age', 'identity_field'],
      content: (shown) => <PersonStep draft={draft} shown={shown} />,
    },
    {
      name: t('step.pictures'),
      faults: judgeFiles(t, draft, listFiles(draft)),
      refusals: ['identity_file'],
      content: (shown) => <PicturesStep draft={draft} shown={shown} />,
    },
    { name: t('step.check'), faults: {}, content: () => <Summary draft={draft} /> },
  ];
}

function DocumentStep(filling: Filling) {
  const t = useTexts('identity');
  return (
    <>
      <CountryField {...filling} />
      <DocumentTypeField {...filling} />
      <div className="identity-pair">
        <WordField
          {...filling}
          hint={t('asPrinted')}
          input={{ maxLength: 40, autoComplete: 'off', spellCheck: false }}
          name="documentNumber"
        />
        <WordField {...filling} hint={t('ifPrinted')} input={{ type: 'date' }} name="expiresOn" />
      </div>
    </>
  );
}

function PersonStep(filling: Filling) {
  const t = useTexts('identity');
  return (
    <>
      <div className="identity-pair">
        <WordField
          {...filling}
          hint={t('asPrinted')}
          input={{ maxLength: 80, autoComplete: 'given-name' }}
          name="firstName"
        />
        <WordField
          {...filling}
          hint={t('asPrinted')}
          input={{ maxLength: 80, autoComplete: 'family-name' }}
          name="lastName"
        />
      </div>
      <WordField
        {...filling}
        hint={t('adult')}
        input={{ type: 'date', autoComplete: 'bday' }}
        name="birthDate"
      />
    </>
  );
}

function PicturesStep({ draft, shown }: Filling) {
  const t = useTexts('identity');
  return (
    <>
      {listFiles(draft).map((kind) => (
        <FileField
          error={shown[kind] ?? ''}
          file={draft.files[kind]}
          key={kind}
          kind={kind}
          label={t(`file.${kind}`)}
          onChange={(file) => draft.setFile(kind, file)}
        />
      ))}
    </>
  );
}

function Summary({ draft }: { draft: Draft }) {
  const t = useTexts('identity');
  const tag = languageTagOf(useLocale());
  const document = readDocument(draft);
  const words = [
    ['country', nameCountry(document.country, tag)],
    ['documentType', t(`document.${document.documentType}`)],
    ['documentNumber', document.documentNumber],
    ['expiresOn', draft.word('expiresOn') || '--'],
    ['firstName', draft.word('firstName')],
    ['lastName', draft.word('lastName')],
    ['birthDate', document.birthDate],
  ] as const;
  return (
    <KeyValue
      facts={[
        ...words.map(([key, value]) => ({ key, label: t(`field.${key}`), value })),
        ...listFiles(draft).map((key) => ({
          key,
          label: t(`file.${key}`),
          value: draft.files[key]?.name ?? '--',
        })),
      ]}
    />
  );
}
