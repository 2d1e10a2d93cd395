// Accounts that trade for a company, by their numbers. Whether each has passed the standard level,
// the exchange says when the list is saved. Shown by CompanyForm.tsx.
import { COMPANY_TRADERS_MAX } from '@isobath/wire';
import { Button, CardList, TextField } from '@isobath/ui';
import { type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import type { Draft } from '../form/draft.ts';
import { readTraders, writeTraders } from './lists.ts';

/** Where a draft keeps what is typed and not added yet. */
const TYPED = 'typedUid';

const isUid = (text: string) => /^[1-9]\d{0,14}$/.test(text);

/** What keeps the step from being left; "" = nothing. */
export function findTradersFault(draft: Draft): '' | 'company.notAdded' | 'company.tradersMissing' {
  if (draft.word(TYPED).trim() !== '') return 'company.notAdded';
  return readTraders(draft.word('traders')).length === 0 ? 'company.tradersMissing' : '';
}

/** The list; error: what is missing in it. */
export function Traders({ draft, error }: { draft: Draft; error: string }) {
  const t = useTexts('identity');
  const text = draft.word(TYPED);
  const setText = (typed: string) => draft.setWord(TYPED, typed);
  const [fault, setFault] = useState('');
  const traders = readTraders(draft.word('traders'));
  const keep = (list: typeof traders) => draft.setWord('traders', writeTraders(list));
  const add = () => {
    const uid = Number(text.trim());
    if (!isUid(text.trim())) return setFault(t('company.uidWrong'));
    if (traders.every((one) => one.uid !== uid)) keep([...traders, { uid }]);
    setText('');
    setFault('');
  };
  // Enter in a field leaves the step, and what was typed here would be lost.
  const addByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || text.trim() === '') return;
    event.preventDefault();
    add();
  };
  return (
    <>
      <p className="identity-note">{t('company.traders')}</p>
      {traders.length === 0 ? null : (
        <CardList
          cards={traders.map(({ uid }) => ({
            key: String(uid),
            lead: <span className="ui-number">{uid}</span>,
            main: (
              <Button
                onClick={() => keep(traders.filter((one) => one.uid !== uid))}
                size="small"
                variant="quiet"
              >
                {t('company.remove')}
              </Button>
            ),
          }))}
          label={t('item.traders')}
        />
      )}
      {traders.length >= COMPANY_TRADERS_MAX ? null : (
        <div className="identity-add">
          <TextField
            error={fault || error}
            hint={t('company.uidHint')}
            input={{
              inputMode: 'numeric',
              maxLength: 15,
              autoComplete: 'off',
              onKeyDown: addByKey,
            }}
            label={t('field.uid')}
            onChange={setText}
            value={text}
          />
          <Button onClick={add} variant="quiet">
            {t('company.add')}
          </Button>
        </div>
      )}
    </>
  );
}
