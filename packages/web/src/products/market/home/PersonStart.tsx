// Home of somebody who is signed in: what they own, what the day won or lost, and the first steps
// as the newcomer's tasks tell them. Not the hero of guests (HomePage.tsx), which uses this. Every
// figure is asked of the server.
import { Check, ChevronRight, Eye, EyeOff, IconButton, Money, Percent } from '@isobath/ui';
import { Link } from 'react-router';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { hideSetting, useSetting } from '../../../base/settings.ts';
import { lastMarketsSetting, tradePath } from '../../../base/last-markets.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { useHideKey } from '../../../base/trade/hide-key.ts';
import { pairOfCode } from '../../../base/trade/note-market.ts';
import { useFresh } from '../../../base/use-fresh.ts';
import { loadWorth, type PersonFacts } from './person-facts.ts';

/** Markets that were open before the last one, as many as stand in a line. */
const LAST_SHOWN = 5;

/** The left half of home. */
export function PersonStart(props: { facts: PersonFacts }) {
  const t = useTexts('market');
  const locale = useLocale();
  const { facts } = props;
  const [[last = '', ...before]] = useSetting(lastMarketsSetting);
  const isNew = facts.tasks.some(({ code, status }) => code === 'money' && status === 'open');
  const assets = `/${locale}/assetManagement/${isNew ? 'home' : 'overView'}`;
  return (
    <div className="home-words">
      <h1 className="home-name">{facts.nickname}</h1>
      <Total facts={facts} />
      <div className="home-actions">
        <ButtonLink
          size="large"
          to={`/${locale}/${tradePath(last)}`}
          variant={isNew ? 'quiet' : 'primary'}
        >
          {t('home.tradePair', { pair: pairOfCode(last) })}
        </ButtonLink>
        <ButtonLink size="large" to={assets} variant={isNew ? 'primary' : 'quiet'}>
          {t(isNew ? 'home.step.money' : 'home.assets')}
        </ButtonLink>
      </div>
      <LastMarkets codes={before.slice(0, LAST_SHOWN)} />
      <Steps tasks={facts.tasks} />
    </div>
  );
}

/** Where this reader traded before; the last market has the button. */
function LastMarkets({ codes }: { codes: readonly string[] }) {
  const shell = useTexts('shell');
  const locale = useLocale();
  return (
    <nav aria-label={shell('ui.recent')} className="home-last">
      {codes.length === 0 ? null : <span>{shell('ui.recent')}</span>}
      {codes.map((code) => (
        <Link key={code} to={`/${locale}/${tradePath(code)}`}>
          {pairOfCode(code)}
        </Link>
      ))}
    </nav>
  );
}

function Total({ facts }: { facts: PersonFacts }) {
  const t = useTexts('market');
  const shell = useTexts('shell');
  const [isHidden, setHidden] = useSetting(hideSetting);
  useHideKey();
  const { data: worth } = useFresh(facts.worth, loadWorth);
  return (
    <div className="home-total">
      <p className="home-total-label">
        {shell('assets.total')}
        <IconButton
          icon={isHidden ? <EyeOff /> : <Eye />}
          isPressed={isHidden}
          label={shell('assets.hide')}
          onClick={() => setHidden(!isHidden)}
          size="small"
        />
      </p>
      <p className="home-sum">
        <Money decimals={2} isOwn standing="own" unit="USDT" value={worth.totalUsdt || null} />
      </p>
      <p className="home-day">
        <span>{t('day')}</span>
        <Money decimals={2} isChange isOwn unit="USDT" value={worth.gainUsdt || null} />
        {worth.gainPercent === '' ? null : (
          <Percent hasArrow standing="own" value={worth.gainPercent} />
        )}
      </p>
    </div>
  );
}

/** What is still to do; gone when everything is done. */
function Steps({ tasks }: Pick<PersonFacts, 'tasks'>) {
  const t = useTexts('market');
  const inbox = useTexts('inbox');
  const locale = useLocale();
  const count = tasks.filter(({ status }) => status === 'done').length;
  if (count === tasks.length) return null;
  return (
    <section className="home-steps">
      <h2>
        <Link to={`/${locale}/myTask`}>{inbox('task.title')}</Link>
        <span>{`${count}/${tasks.length}`}</span>
      </h2>
      <ol>
        {tasks.map(({ code, status, jumpLink }) => (
          <li data-done={status === 'done' ? '' : undefined} key={code}>
            {status === 'done' ? (
              <span className="home-step">
                <Check aria-hidden="true" />
                {inbox(`task.${code}`)}
                <span className="ui-sr">{t('home.stepDone')}</span>
              </span>
            ) : (
              <Link className="home-step" to={`/${locale}${jumpLink}`}>
                <i aria-hidden="true" />
                {inbox(`task.${code}`)}
                <ChevronRight aria-hidden="true" className="home-step-way" />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
