// Home of somebody who is signed in: what they own, how the day changed it, and the first steps
// as the newcomer's tasks tell them. Not the hero of guests (HomePage.tsx), which uses this. Every
// figure is asked of the server.
import { Check, ChevronRight, Eye, EyeOff, IconButton, Money, Percent } from '@isobath/ui';
import { Link } from 'react-router';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { hideSetting, useSetting } from '../../../base/settings.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import type { PersonFacts } from './person-facts.ts';

/** The left half of home. @param tradeTo - where trading is, as a path. */
export function PersonStart(props: { facts: PersonFacts; tradeTo: string }) {
  const t = useTexts('market');
  const locale = useLocale();
  const { facts } = props;
  const isNew = facts.tasks.some(({ code, status }) => code === 'money' && status === 'open');
  const assets = `/${locale}/assetManagement/${isNew ? 'home' : 'overView'}`;
  return (
    <div className="home-words">
      <h1 className="home-name">{facts.nickname}</h1>
      <Total facts={facts} />
      <div className="home-actions">
        <ButtonLink size="large" to={props.tradeTo} variant={isNew ? 'quiet' : 'primary'}>
          {t('home.trade')}
        </ButtonLink>
        <ButtonLink size="large" to={assets} variant={isNew ? 'primary' : 'quiet'}>
          {t(isNew ? 'home.step.money' : 'home.assets')}
        </ButtonLink>
      </div>
      <Steps tasks={facts.tasks} />
    </div>
  );
}

function Total({ facts }: { facts: PersonFacts }) {
  const t = useTexts('market');
  const shell = useTexts('shell');
  const [isHidden, setHidden] = useSetting(hideSetting);
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
        <Money decimals={2} isOwn standing="own" unit="USDT" value={facts.totalUsdt || null} />
      </p>
      <p className="home-day">
        <span>{t('day')}</span>
        <Money decimals={2} isChange isOwn unit="USDT" value={facts.changeUsdt || null} />
        {facts.changePercent === '' ? null : <Percent hasArrow value={facts.changePercent} />}
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
