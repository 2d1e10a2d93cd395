// Home of somebody who is signed in: what they own, how the day changed it, and the first steps
// that are not done yet. Not the hero of guests (HomePage.tsx), which uses this. Every figure is
// asked of the server.
import { Check, ChevronRight, Eye, EyeOff, IconButton, Money, Percent } from '@isobath/ui';
import { Link } from 'react-router';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { hideSetting, useSetting } from '../../../base/settings.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import type { PersonFacts } from './person-facts.ts';

const steps = ['money', 'order', 'safety'] as const;

/** The left half of home. @param tradeTo - where trading is, as a path. */
export function PersonStart(props: { facts: PersonFacts; tradeTo: string }) {
  const t = useTexts('market');
  const locale = useLocale();
  const { facts } = props;
  const isNew = !facts.done.money;
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
      <Steps
        done={facts.done}
        ways={{
          money: `/${locale}/assetManagement/home`,
          order: props.tradeTo,
          safety: `/${locale}/user/personSetting#security`,
        }}
      />
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
function Steps(props: {
  done: PersonFacts['done'];
  ways: Readonly<Record<(typeof steps)[number], string>>;
}) {
  const t = useTexts('market');
  const count = steps.filter((step) => props.done[step]).length;
  if (count === steps.length) return null;
  return (
    <section className="home-steps">
      <h2>
        {t('home.steps')}
        <span>{`${count}/${steps.length}`}</span>
      </h2>
      <ol>
        {steps.map((step) => (
          <li data-done={props.done[step] ? '' : undefined} key={step}>
            {props.done[step] ? (
              <span className="home-step">
                <Check aria-hidden="true" />
                {t(`home.step.${step}`)}
                <span className="ui-sr">{t('home.stepDone')}</span>
              </span>
            ) : (
              <Link className="home-step" to={props.ways[step]}>
                <i aria-hidden="true" />
                {t(`home.step.${step}`)}
                <ChevronRight aria-hidden="true" className="home-step-way" />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
