// The page of deposits: which coin, over which network, to which address. Not the address itself
// (AddressCard.tsx), nor what came (../records). Listed in products.ts.
import { Accordion, EmptyState, Panel } from '@isobath/ui';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { Route } from './+types/DepositPage';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useTexts } from '../../../base/texts.tsx';
import { Claims } from '../claims/Claims.tsx';
import { RecentRecords } from '../records/RecentRecords.tsx';
import { loadNames } from '../records/use-capital-records.tsx';
import { AddressStep } from './AddressStep.tsx';
import { CoinStep } from './CoinStep.tsx';
import { NetworkStep } from './NetworkStep.tsx';
import { useChoice } from './use-choice.ts';
import '../capital.css';
import './deposit.css';

/** Texts of this page. */
export const handle = { texts: ['capital', 'kit'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** Every coin and network; a guest is sent to sign in and comes back to the same one. */
export async function loader(args: Route.LoaderArgs) {
  return loadNames(clientOfPerson(args));
}

/** The page. */
export default function DepositPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('capital');
  const choice = useChoice(loaderData.coins);
  const isAnyListed = loaderData.coins.some(({ networkIds }) => networkIds.length > 0);
  useLookForCoins(!isAnyListed);
  return (
    <main className="capital-page">
      <h1 className="capital-title">{t('deposit.title')}</h1>
      <p className="capital-lead">{t('deposit.lead')}</p>
      <div className="deposit-columns">
        <Panel isFramed isPadded title={t('deposit.what')}>
          <div className="deposit-steps">
            <CoinStep choice={choice} coins={loaderData.coins} none={t('coin.none')} />
            <NetworkStep choice={choice} />
          </div>
        </Panel>
        {choice.coin === undefined ? null : <Questions />}
        <Panel className="deposit-where" isFramed isPadded title={t('deposit.where')}>
          {choice.coin === undefined ? (
            <NoCoin isAnyListed={isAnyListed} />
          ) : (
            <AddressStep choice={choice} coin={choice.coin} />
          )}
        </Panel>
      </div>
      <RecentRecords names={loaderData} type={1} />
      <Claims names={loaderData} />
    </main>
  );
}

const LOOK_EVERY_MS = 3_000;

/** Networks are listed a moment after the site is there: the coins are read until some are. */
function useLookForCoins(isLooking: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isLooking) return;
    const timer = setInterval(() => void revalidate(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isLooking, revalidate]);
}

/** No coin is chosen, or there is none to choose. */
function NoCoin({ isAnyListed }: { isAnyListed: boolean }) {
  const t = useTexts('capital');
  return isAnyListed ? (
    <EmptyState size="small" text={t('first.coin')} title={t('first.title')} />
  ) : (
    <EmptyState drawing="hook" size="small" text={t('closed.again')} title={t('coin.noneYet')} />
  );
}

const questions = ['time', 'less', 'wrong'] as const;

/** What people ask before and after they send. */
function Questions() {
  const t = useTexts('capital');
  return (
    <div className="ui-panel deposit-questions" data-framed="">
      <Accordion
        isSingle
        items={questions.map((key) => ({
          key,
          title: t(`ask.${key}`),
          content: t(`answer.${key}`),
        }))}
      />
    </div>
  );
}
