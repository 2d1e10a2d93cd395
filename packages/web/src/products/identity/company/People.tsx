// Owners or directors of a company: the list, and a dialog for one of them. A person is taken into
// the list whole, so that no half of one is ever saved. Shown by CompanyForm.tsx.
import { OWNER_SHARE_PPM_MIN, WHOLE_SHARE_PPM, identityDocuments } from '@isobath/wire';
import { Button, CardList, Checkbox, Dialog, NumberField, Percent } from '@isobath/ui';
import { languageTagOf } from '@isobath/texts';
import { useState } from 'react';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import type { Draft } from '../form/draft.ts';
import {
  CountryField,
  DocumentTypeField,
  judgeWords,
  nameCountry,
  WordField,
  type Words,
} from '../form/fields.tsx';
import { isCountryCode, isDay, isDocumentNumber, isName, isOneOf } from '../form/shapes.ts';
import type { Faults } from '../form/Wizard.tsx';
import { type PersonWords, readPeople, readSharePpm, sumShares, writePeople } from './lists.ts';

/** Which of the two lists. */
export type PeoplePart = 'beneficiaries' | 'directors';

/** How many people a list takes. */
const PEOPLE_MAX = {
  beneficiaries: WHOLE_SHARE_PPM / OWNER_SHARE_PPM_MIN,
  directors: 20,
} as const;
/** What a draft says when nobody owns a quarter. */
const NOBODY = 'noOwners';
const NEW = -1;
const noFaults: Faults = {};

/** Whether a list was filled in: somebody, or said that there is nobody. */
export function isListDone(draft: Pick<Draft, 'word'>, part: PeoplePart): boolean {
  const isNobody = part === 'beneficiaries' && draft.word(NOBODY) !== '';
  return isNobody || readPeople(draft.word(part)).length > 0;
}

/** The list; error: what is missing in it. */
export function People(props: { part: PeoplePart; draft: Draft; error: string }) {
  const t = useTexts('identity');
  const { part, draft, error } = props;
  const [edited, setEdited] = useState<number | null>(null);
  const people = readPeople(draft.word(part));
  const isOwners = part === 'beneficiaries';
  const keep = (list: readonly PersonWords[]) => draft.setWord(part, writePeople(list));
  const isNobody = isOwners && people.length === 0 && draft.word(NOBODY) !== '';
  return (
    <>
      <p className="identity-note">{t(isOwners ? 'company.owners' : 'company.directors')}</p>
      {people.length === 0 ? null : (
        <PeopleCards
          onEdit={setEdited}
          onRemove={(place) => keep(people.filter((_one, at) => at !== place))}
          part={part}
          people={people}
        />
      )}
      {isOwners && people.length === 0 ? (
        <Checkbox
          isOn={isNobody}
          label={t('company.nobody')}
          onChange={(isOn) => draft.setWord(NOBODY, isOn ? 'yes' : '')}
        />
      ) : null}
      {error === '' ? null : (
        <p className="identity-error" role="alert">
          {error}
        </p>
      )}
      {isNobody || people.length >= PEOPLE_MAX[part] ? null : (
        <div>
          <Button onClick={() => setEdited(NEW)} variant="quiet">
            {t(isOwners ? 'company.addOwner' : 'company.addDirector')}
          </Button>
        </div>
      )}
      {edited === null ? null : (
        <PersonDialog
          onClose={() => setEdited(null)}
          onTake={(person) => {
            keep(
              edited === NEW
                ? [...people, person]
                : people.map((one, at) => (at === edited ? person : one)),
            );
            setEdited(null);
          }}
          others={people.filter((_one, at) => at !== edited)}
          part={part}
          person={people[edited] ?? {}}
        />
      )}
    </>
  );
}

function PeopleCards(props: {
  part: PeoplePart;
  people: readonly PersonWords[];
  onEdit: (place: number) => void;
  onRemove: (place: number) => void;
}) {
  const t = useTexts('identity');
  const tag = languageTagOf(useLocale());
  const { part, people } = props;
  return (
    <CardList
      cards={people.map((person, place) => ({
        // People have no numbers of their own: their place says which.
        key: String(place),
        lead: `${person['firstName']} ${person['lastName']}`,
        main:
          part === 'beneficiaries' ? (
            <Percent decimals={4} isRate value={person['share']} />
          ) : (
            nameCountry(person['country'] ?? '', tag)
          ),
        sub: person['birthDate'],
        foot: (
          <span className="identity-file-acts">
            <Button onClick={() => props.onEdit(place)} size="small" variant="quiet">
              {t('company.change')}
            </Button>
            <Button onClick={() => props.onRemove(place)} size="small" variant="quiet">
              {t('company.remove')}
            </Button>
          </span>
        ),
      }))}
      label={t(`item.${part}`)}
    />
  );
}

/** One person; others: of the same list, whose shares count. */
function PersonDialog(props: {
  part: PeoplePart;
  person: PersonWords;
  others: readonly PersonWords[];
  onTake: (person: PersonWords) => void;
  onClose: () => void;
}) {
  const t = useTexts('identity');
  const { part, others } = props;
  const [words, setWords] = useState(props.person);
  const [isTried, setTried] = useState(false);
  const draft = {
    word: (name: string) => words[name] ?? '',
    setWord: (name: string, value: string) => setWords((before) => ({ ...before, [name]: value })),
  };
  const isOwner = part === 'beneficiaries';
  const faults = usePersonFaults(draft, isOwner, sumShares(others));
  const take = () => {
    setTried(true);
    if (Object.keys(faults).length === 0) props.onTake(words);
  };
  return (
    <Dialog
      foot={
        <>
          <Button onClick={props.onClose} variant="quiet">
            {t('company.close')}
          </Button>
          <Button onClick={take} variant="primary">
            {t('company.take')}
          </Button>
        </>
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      title={t(isOwner ? 'company.owner' : 'company.director')}
    >
      <PersonFields draft={draft} isOwner={isOwner} shown={isTried ? faults : noFaults} />
    </Dialog>
  );
}

function usePersonFaults(draft: Words['draft'], isOwner: boolean, othersPpm: number): Faults {
  const t = useTexts('identity');
  const sharePpm = readSharePpm(draft.word('share'));
  const isTooSmall = isOwner && sharePpm < OWNER_SHARE_PPM_MIN;
  const isTooMuch = isOwner && othersPpm + sharePpm > WHOLE_SHARE_PPM;
  return {
    ...judgeWords(t, draft, {
      firstName: isName,
      lastName: isName,
      birthDate: isDay,
      country: isCountryCode,
      documentType: isOneOf(identityDocuments),
      documentNumber: isDocumentNumber,
    }),
    ...(isTooMuch ? { share: t('company.shareMax') } : {}),
    ...(isTooSmall ? { share: t('company.shareMin') } : {}),
  };
}

function PersonFields(props: Words & { isOwner: boolean }) {
  const t = useTexts('identity');
  const { isOwner, ...words } = props;
  const { draft, shown } = words;
  return (
    <div className="identity-form">
      <div className="identity-pair">
        <WordField {...words} input={{ maxLength: 80, autoComplete: 'off' }} name="firstName" />
        <WordField {...words} input={{ maxLength: 80, autoComplete: 'off' }} name="lastName" />
      </div>
      {isOwner ? (
        <NumberField
          decimals={4}
          error={shown['share'] ?? ''}
          label={t('field.share')}
          onChange={(value) => draft.setWord('share', value)}
          step="1"
          unit="%"
          value={draft.word('share')}
        />
      ) : null}
      <div className="identity-pair">
        <WordField
          {...words}
          hint={t('company.adult')}
          input={{ type: 'date', autoComplete: 'off' }}
          name="birthDate"
        />
        <CountryField {...words} />
      </div>
      <div className="identity-pair">
        <DocumentTypeField {...words} />
        <WordField
          {...words}
          input={{ maxLength: 40, autoComplete: 'off', spellCheck: false }}
          name="documentNumber"
        />
      </div>
    </div>
  );
}
