// A company's people as the desk sees them: owners with their shares, directors, and the accounts
// that trade for it, each with what was found. Shown by CaseView.tsx.
import { type Fact, KeyValue, Panel, Percent, Tag } from '@isobath/ui';
import type { ReviewCase } from '@isobath/wire';
import { linkTo } from '../../base/address.ts';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { listChecks, nameCountry } from './facts.tsx';

type Company = NonNullable<ReviewCase['company']>;
type Person = Company['beneficiaries'][number] | Company['directors'][number];

/** Percent of millionths. */
const PPM_OF_PERCENT = 10_000;

/** The panels. */
export function CompanyPanels({ company, shown }: { company: Company; shown: ReviewCase }) {
  const t = useTexts('identity');
  const { beneficiaries, directors } = company;
  return (
    <>
      {beneficiaries.length > 0 ? null : (
        <Panel isFramed isPadded title={t('item.beneficiaries')}>
          {t('company.nobody')}
        </Panel>
      )}
      {beneficiaries.map((person, place) => (
        <PersonPanel
          key={`${place} ${person.documentNumber}`}
          part="beneficiaries"
          person={person}
          place={place}
          shown={shown}
        />
      ))}
      {directors.map((person, place) => (
        <PersonPanel
          key={`${place} ${person.documentNumber}`}
          part="directors"
          person={person}
          place={place}
          shown={shown}
        />
      ))}
      <TradersPanel traders={shown.traders} />
    </>
  );
}

/** A share of the company, with the decimals it has. */
function Share({ ppm }: { ppm: number }) {
  const value = String(ppm / PPM_OF_PERCENT);
  return <Percent decimals={value.split('.')[1]?.length ?? 0} isRate value={value} />;
}

function PersonPanel(props: {
  part: 'beneficiaries' | 'directors';
  place: number;
  person: Person;
  shown: ReviewCase;
}) {
  const t = useTexts('identity');
  const { part, place, person, shown } = props;
  const found = shown.people.find((one) => one.part === part && one.place === place);
  const share: Fact[] =
    'sharePpm' in person
      ? [
          {
            key: 'share',
            label: t('field.share'),
            value: <Share ppm={person.sharePpm} />,
          },
        ]
      : [];
  const words = [
    ['birthDate', person.birthDate],
    ['country', nameCountry(person.country)],
    ['documentType', t(`document.${person.documentType}`)],
    ['documentNumber', person.documentNumber],
  ] as const;
  const role = t(part === 'beneficiaries' ? 'company.owner' : 'company.director');
  return (
    <Panel isFramed isPadded title={`${role}: ${person.firstName} ${person.lastName}`}>
      <KeyValue
        facts={[
          ...share,
          ...words.map(([key, value]) => ({ key, label: t(`field.${key}`), value })),
          ...listChecks(t, found?.checks ?? []),
        ]}
      />
    </Panel>
  );
}

function TradersPanel({ traders }: { traders: ReviewCase['traders'] }) {
  const t = useTexts('identity');
  const canSeePeople = usePermission('users.read');
  return (
    <Panel isFramed isPadded title={t('item.traders')}>
      <KeyValue
        facts={traders.map(({ uid, isVerified }) => ({
          key: String(uid),
          label: canSeePeople ? (
            <a className="ui-link" {...linkTo(`people/${uid}`)}>
              {uid}
            </a>
          ) : (
            uid
          ),
          value: (
            <Tag tone={isVerified ? 'info' : 'danger'}>
              {t(isVerified ? 'desk.verified' : 'desk.unverified')}
            </Tag>
          ),
        }))}
      />
    </Panel>
  );
}
