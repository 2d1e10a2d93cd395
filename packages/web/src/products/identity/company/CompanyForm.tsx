// The company level: what the company is, who owns, leads and trades for it, its papers, and all of
// it once more before it is sent. Each step is saved at the exchange before the next is shown, so
// that a form can be finished on another day and device. Called by VerifyPage.tsx.
import { QueryView, useRead } from '@isobath/kit';
import { companyPaperKinds, companyRoutes } from '@isobath/wire';
import { languageTagOf } from '@isobath/texts';
import { KeyValue } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { type Draft, type Start, useDraft } from '../form/draft.ts';
import { FileField } from '../form/FileField.tsx';
import {
  CountryField,
  type Filling,
  judgeFiles,
  judgeWords,
  nameCountry,
  WordField,
} from '../form/fields.tsx';
import { isAddress, isCountryCode, isDocumentNumber } from '../form/shapes.ts';
import { type Step, Wizard } from '../form/Wizard.tsx';
import {
  fromPerson,
  readPeople,
  readTraders,
  toDirector,
  toOwner,
  writePeople,
  writeTraders,
} from './lists.ts';
import { isListDone, People } from './People.tsx';
import { findTradersFault, Traders } from './Traders.tsx';

const call = browserClient;

/** What the exchange has of the company, as a draft keeps it. */
async function loadSaved(signal: AbortSignal) {
  const client = call();
  const [basic, papers, owners, directors, traders, template] = await Promise.all([
    client.call(companyRoutes.companyBasicInfo, { signal }),
    client.call(companyRoutes.companyFilesInfo, { signal }),
    client.call(companyRoutes.companyBeneficiaryInfo, { signal }),
    client.call(companyRoutes.companyDirectorInfo, { signal }),
    client.call(companyRoutes.companyTraderInfo, { signal }),
    client.call(companyRoutes.companyTemplateFile, { signal }),
  ]);
  const { name = '', number = '', country = '', address = '', activity = '' } = basic.basic ?? {};
  const isNobody = owners.savedAtMs > 0 && owners.beneficiaries.length === 0;
  const start: Start = {
    words: {
      companyName: name,
      companyNumber: number,
      country,
      companyAddress: address,
      activity,
      beneficiaries: writePeople(owners.beneficiaries.map(fromPerson)),
      noOwners: isNobody ? 'yes' : '',
      directors: writePeople(directors.directors.map(fromPerson)),
      traders: writeTraders(traders.traders),
    },
    files: Object.fromEntries(
      papers.files.map(({ kind, fileId }) => [kind, { fileId, name: `#${fileId}` }]),
    ),
  };
  return { start, templateUrl: template.url };
}

/** The form; `onSent` is called when it was taken. */
export function CompanyForm({ onSent }: { onSent: () => void }) {
  const read = useRead(['identity-company'], loadSaved, { isOnce: true });
  return <QueryView read={read}>{(saved) => <Filled {...saved} onSent={onSent} />}</QueryView>;
}

function Filled(props: { start: Start; templateUrl: string; onSent: () => void }) {
  const t = useTexts('identity');
  // What is read anew while the form stands does not overwrite what is typed.
  const [start] = useState(props.start);
  const draft = useDraft('company', start);
  return (
    <Wizard
      draft={draft}
      label={t('level.3')}
      note={t('company.saved')}
      onSent={props.onSent}
      send={() => call().call(companyRoutes.applyCompany, {})}
      steps={useSteps(draft, props.templateUrl)}
    />
  );
}

/** Save before a step is left; nothing stands against going on when that is done. */
const after = (save: () => Promise<unknown>) => async () => {
  await save();
  return '';
};

function saveBasic(draft: Draft) {
  const body = {
    name: draft.word('companyName').trim(),
    number: draft.word('companyNumber').trim(),
    country: draft.word('country'),
    address: draft.word('companyAddress').trim(),
    activity: draft.word('activity').trim(),
  };
  return call().call(companyRoutes.saveCompanyBasic, { body });
}

function savePapers(draft: Draft) {
  const files = companyPaperKinds.map((kind) => ({
    kind,
    fileId: draft.files[kind]?.fileId ?? 0,
  }));
  return call().call(companyRoutes.saveCompanyFiles, { body: { files } });
}

function usePeopleSteps(draft: Draft): readonly Step[] {
  const t = useTexts('identity');
  const traders = readTraders(draft.word('traders'));
  const tradersFault = findTradersFault(draft);
  return [
    {
      name: t('item.beneficiaries'),
      faults: isListDone(draft, 'beneficiaries') ? {} : { list: t('company.ownersMissing') },
      ask: after(() => {
        const beneficiaries = readPeople(draft.word('beneficiaries')).map(toOwner);
        return call().call(companyRoutes.saveCompanyBeneficiary, { body: { beneficiaries } });
      }),
      content: (shown) => <People draft={draft} error={shown['list'] ?? ''} part="beneficiaries" />,
    },
    {
      name: t('item.directors'),
      faults: isListDone(draft, 'directors') ? {} : { list: t('company.directorsMissing') },
      ask: after(() => {
        const directors = readPeople(draft.word('directors')).map(toDirector);
        return call().call(companyRoutes.saveCompanyDirector, { body: { directors } });
      }),
      content: (shown) => <People draft={draft} error={shown['list'] ?? ''} part="directors" />,
    },
    {
      name: t('item.traders'),
      faults: tradersFault === '' ? {} : { list: t(tradersFault) },
      ask: after(() =>
        call().call(companyRoutes.saveCompanyTrader, { body: { traders: [...traders] } }),
      ),
      refusals: ['identity_trader'],
      content: (shown) => <Traders draft={draft} error={shown['list'] ?? ''} />,
    },
  ];
}

function useSteps(draft: Draft, templateUrl: string): readonly Step[] {
  const t = useTexts('identity');
  const people = usePeopleSteps(draft);
  return [
    {
      name: t('step.company'),
      faults: judgeWords(t, draft, {
        companyName: isAddress,
        companyNumber: isDocumentNumber,
        country: isCountryCode,
        companyAddress: isAddress,
        activity: isAddress,
      }),
      ask: after(() => saveBasic(draft)),
      refusals: ['identity_document_used'],
      content: (shown) => <BasicStep draft={draft} shown={shown} />,
    },
    ...people,
    {
      name: t('step.papers'),
      faults: judgeFiles(t, draft, companyPaperKinds),
      ask: after(() => savePapers(draft)),
      refusals: ['identity_file'],
      content: (shown) => <PapersStep draft={draft} shown={shown} templateUrl={templateUrl} />,
    },
    { name: t('step.check'), faults: {}, content: () => <Summary draft={draft} /> },
  ];
}

function BasicStep(filling: Filling) {
  const line = { maxLength: 160 };
  return (
    <>
      <WordField
        {...filling}
        input={{ ...line, autoComplete: 'organization' }}
        name="companyName"
      />
      <div className="identity-pair">
        <WordField
          {...filling}
          input={{ maxLength: 40, autoComplete: 'off', spellCheck: false }}
          name="companyNumber"
        />
        <CountryField {...filling} />
      </div>
      <WordField {...filling} input={{ ...line, autoComplete: 'off' }} name="companyAddress" />
      <WordField {...filling} input={{ ...line, autoComplete: 'off' }} name="activity" />
    </>
  );
}

function PapersStep({ draft, shown, templateUrl }: Filling & { templateUrl: string }) {
  const t = useTexts('identity');
  return (
    <>
      <p className="identity-note">
        {t('company.papers')}{' '}
        <a className="ui-link" download href={templateUrl}>
          {t('company.template')}
        </a>
      </p>
      {companyPaperKinds.map((kind) => (
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
  const nameAll = (part: 'beneficiaries' | 'directors') =>
    readPeople(draft.word(part))
      .map((person) => {
        const share = part === 'beneficiaries' ? ` ${person['share']} %` : '';
        return `${person['firstName']} ${person['lastName']}${share}`;
      })
      .join(', ') || '--';
  const words = [
    ['companyName', draft.word('companyName')],
    ['companyNumber', draft.word('companyNumber')],
    ['country', nameCountry(draft.word('country'), tag)],
    ['companyAddress', draft.word('companyAddress')],
    ['activity', draft.word('activity')],
  ] as const;
  return (
    <KeyValue
      facts={[
        ...words.map(([key, value]) => ({ key, label: t(`field.${key}`), value })),
        {
          key: 'beneficiaries',
          label: t('item.beneficiaries'),
          value: nameAll('beneficiaries'),
        },
        { key: 'directors', label: t('item.directors'), value: nameAll('directors') },
        { key: 'traders', label: t('item.traders'), value: draft.word('traders') },
        ...companyPaperKinds.map((kind) => ({
          key: kind,
          label: t(`file.${kind}`),
          value: draft.files[kind]?.name ?? '--',
        })),
      ]}
    />
  );
}
