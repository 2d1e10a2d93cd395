// The page of withdrawals: which coin, to whom, how much; then how it goes on. The address book is
// its other tab. Not the form (WithdrawForm.tsx), nor the book (../book). Listed in products.ts.
import { QueryView } from '@isobath/kit';
import { EmptyState, Panel, Skeleton, Tabs } from '@isobath/ui';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Route } from './+types/WithdrawPage';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { AddressBook } from '../book/AddressBook.tsx';
import type { OwnCoin } from '../coins.ts';
import { CoinStep } from '../deposit/CoinStep.tsx';
import { type Choice, useChoice } from '../deposit/use-choice.ts';
import { OneRecord } from '../records/OneRecord.tsx';
import { RecentRecords } from '../records/RecentRecords.tsx';
import { loadNames, type RecordNames } from '../records/use-capital-records.tsx';
import { useCoinTerms, useOwnCoins } from './use-terms.ts';
import { WithdrawForm } from './WithdrawForm.tsx';
import '../capital.css';
import '../deposit/deposit.css';
import './withdraw.css';

/** Texts of this page. */
export const handle = { texts: ['capital', 'kit', 'account'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** Every coin and network; a guest is sent to sign in and comes back to the same one. */
export async function loader(args: Route.LoaderArgs) {
  return loadNames(clientOfPerson(args));
}

const BOOK = 'book';

/** The page. */
export default function WithdrawPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('capital');
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === BOOK ? BOOK : 'withdraw';
  return (
    <main className="capital-page">
      <h1 className="capital-title">{t('out.title')}</h1>
      <p className="capital-lead">{t('out.lead')}</p>
      <Tabs
        label={t('out.title')}
        onChange={(value) => {
          const next = new URLSearchParams(search);
          if (value === BOOK) next.set('tab', BOOK);
          else next.delete('tab');
          setSearch(next, { replace: true, preventScrollReset: true });
        }}
        tabs={[
          { value: 'withdraw', label: t('out.title') },
          { value: BOOK, label: t('book.title') },
        ]}
        value={tab}
      >
        {tab === BOOK ? <AddressBook names={loaderData} /> : <Withdraw names={loaderData} />}
      </Tabs>
    </main>
  );
}

function Withdraw({ names }: { names: RecordNames }) {
  const t = useTexts('capital');
  // What is free changes with each withdrawal; what the page came with is of its load.
  const now = useOwnCoins();
  const coins = now.data ?? names.coins;
  const choice = useChoice(coins, 'withdrawAble');
  const [doneId, setDoneId] = useState('');
  return (
    <>
      <div className="withdraw-columns">
        <Panel isFramed isPadded title={t('out.what')}>
          <div className="deposit-steps">
            <CoinStep choice={choice} coins={coins} has="available" none={t('out.coinNone')} />
            {choice.coin === undefined ? (
              <EmptyState size="small" text={t('out.first')} title={t('out.firstTitle')} />
            ) : (
              <CoinForm
                choice={choice}
                coin={choice.coin}
                key={choice.coin.coinId}
                onDone={(id) => {
                  now.reload();
                  setDoneId(id);
                }}
              />
            )}
          </div>
        </Panel>
        {doneId === '' ? <Safety /> : <Done id={doneId} key={doneId} names={names} />}
      </div>
      <RecentRecords apartId={doneId} names={names} type={2} />
    </>
  );
}

/** The form, once its terms are there. */
function CoinForm(props: { coin: OwnCoin; choice: Choice; onDone: (id: string) => void }) {
  const { check, terms } = useCoinTerms(props.coin.coinId);
  const waiting = <Skeleton height={420} />;
  return (
    <QueryView read={check} size="small" waiting={waiting}>
      {(checked) => (
        <QueryView read={terms} size="small" waiting={waiting}>
          {(all) => (
            <WithdrawForm
              check={checked}
              choice={props.choice}
              coin={props.coin}
              onDone={(id) => {
                check.reload();
                terms.reload();
                props.onDone(id);
              }}
              terms={all}
            />
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

const rules = ['network', 'own', 'never'] as const;

/** What to think of before money goes out. */
function Safety() {
  const t = useTexts('capital');
  return (
    <Panel className="withdraw-safety" isFramed isPadded title={t('safe.title')}>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>{t(`safe.${rule}`)}</li>
        ))}
      </ul>
    </Panel>
  );
}

/** The withdrawal that was just asked for: brought into sight, on a phone above the form. */
function Done({ names, id }: { names: RecordNames; id: string }) {
  const t = useTexts('capital');
  const shell = useTexts('shell');
  const locale = useLocale();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div className="withdraw-done" ref={place}>
      <Panel isFramed isPadded title={t('out.doneTitle')}>
        <div className="deposit-steps">
          <OneRecord id={id} names={names} />
          <div className="deposit-acts">
            <ButtonLink
              size="small"
              to={`/${locale}/assetManagement/financial?type=2`}
              variant="quiet"
            >
              {shell('link.records')}
            </ButtonLink>
          </div>
        </div>
      </Panel>
    </div>
  );
}
