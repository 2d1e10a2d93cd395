// One case whole: what was typed beside the pictures, the checks, answers to what was asked for,
// earlier decisions, and deciding. Not the queue (ReviewPage.tsx).
import { useRead } from '@isobath/kit';
import { Banner, type Fact, KeyValue, Moment, Panel, Timeline } from '@isobath/ui';
import { type ReviewCase, reviewRoutes } from '@isobath/wire';
import { linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { LoadedBody } from '../../base/PageBody.tsx';
import { usePermission } from '../../base/session.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { WaitingRequest } from '../../base/WaitingRequest.tsx';
import { CompanyPanels } from './CompanyPanels.tsx';
import { Decision } from './Decision.tsx';
import { listChecks, nameCountry } from './facts.tsx';
import { Pictures } from './Pictures.tsx';

type Standard = NonNullable<ReviewCase['standard']>;
type Advanced = NonNullable<ReviewCase['advanced']>;
type Company = NonNullable<ReviewCase['company']>;
type T = Translate<'identity'>;

function listStandard(t: T, form: Standard): readonly Fact[] {
  const words = [
    ['lastName', form.lastName],
    ['firstName', form.firstName],
    ['birthDate', form.birthDate],
    ['country', nameCountry(form.country)],
    ['documentType', t(`document.${form.documentType}`)],
    ['documentNumber', form.documentNumber],
    ['expiresOn', form.expiresOn ?? '--'],
  ] as const;
  return words.map(([key, value]) => ({ key, label: t(`field.${key}`), value }));
}

function listAdvanced(t: T, form: Advanced): readonly Fact[] {
  const words = [
    ['address', form.address],
    ['postalCode', form.postalCode],
    ['city', form.city],
    ['country', nameCountry(form.country)],
    ['occupation', t(`occupation.${form.occupation}`)],
    ['sourceOfFunds', t(`fund.${form.sourceOfFunds}`)],
  ] as const;
  return words.map(([key, value]) => ({ key, label: t(`field.${key}`), value }));
}

function listCompany(t: T, basic: Company['basic']): readonly Fact[] {
  const words = [
    ['companyName', basic.name],
    ['companyNumber', basic.number],
    ['country', nameCountry(basic.country)],
    ['companyAddress', basic.address],
    ['activity', basic.activity],
  ] as const;
  return words.map(([key, value]) => ({ key, label: t(`field.${key}`), value }));
}

/** The case. */
export function CaseView({ recordId, onChange }: { recordId: string; onChange: () => void }) {
  const t = useTexts('identity');
  // Each look is written down: it is read once, and again only when it was changed here.
  const found = useRead(
    ['identity-case', recordId],
    (signal) => client.call(reviewRoutes.view, { query: { recordId }, signal }),
    { isOnce: true },
  );
  const changed = () => {
    found.reload();
    onChange();
  };
  return (
    <LoadedBody back={{ path: 'identity', label: t('desk.title') }} read={found}>
      {(shown) => <Whole onChange={changed} shown={shown} />}
    </LoadedBody>
  );
}

function Whole({ shown, onChange }: { shown: ReviewCase; onChange: () => void }) {
  const t = useTexts('identity');
  const canSeePeople = usePermission('users.read');
  const { row, standard, advanced, company, earlier } = shown;
  return (
    <>
      <Decision onChange={onChange} row={row} />
      <WaitingRequest approvalId={row.approvalId} />
      {row.state === 'found' ? (
        <Banner title={t('desk.found')}>{t('desk.found.text')}</Banner>
      ) : null}
      <div className="identity-case">
        <div className="identity-column">
          <Panel
            isFramed
            isPadded
            title={t(`level.${row.identityType as 1 | 2 | 3}`)}
            tools={
              canSeePeople ? (
                <a className="ui-link" {...linkTo(`people/${row.ownerId}`)}>
                  {row.ownerId}
                </a>
              ) : (
                row.ownerId
              )
            }
          >
            {standard === null ? null : <KeyValue facts={listStandard(t, standard)} />}
            {advanced === null ? null : <KeyValue facts={listAdvanced(t, advanced)} />}
            {company === null ? null : <KeyValue facts={listCompany(t, company.basic)} />}
          </Panel>
          {company === null ? null : <CompanyPanels company={company} shown={shown} />}
          {earlier === null ? null : (
            <Panel isFramed isPadded title={t('desk.earlier')}>
              <KeyValue facts={listStandard(t, earlier)} />
            </Panel>
          )}
          {shown.checks.length === 0 ? null : (
            <Panel isFramed isPadded title={t('desk.checks')}>
              <KeyValue facts={listChecks(t, shown.checks)} />
            </Panel>
          )}
          <Supplement shown={shown} />
          <History shown={shown} />
        </div>
        <Pictures shown={shown} />
      </div>
    </>
  );
}

/** What was asked for, and what came of it. */
function Supplement({ shown: { supplement } }: { shown: ReviewCase }) {
  const t = useTexts('identity');
  if (supplement === null) return null;
  const { items, answers, dueAt } = supplement;
  return (
    <Panel isFramed isPadded title={t('desk.answers')} tools={<Moment atMs={dueAt} />}>
      <KeyValue
        facts={items.map((item) => {
          const answer = answers.find((one) => one.item === item);
          const picture = answer?.fileId === undefined ? '' : t('desk.picture');
          const words = [answer?.text ?? '', picture].filter((word) => word !== '').join(' · ');
          return { key: item, label: t(`item.${item}`), value: words || '--' };
        })}
      />
    </Panel>
  );
}

function History({ shown: { decisions } }: { shown: ReviewCase }) {
  const t = useTexts('identity');
  const admin = useTexts('admin');
  if (decisions.length === 0) return null;
  return (
    <Panel isFramed isPadded title={t('desk.history')}>
      <Timeline
        label={t('desk.history')}
        moments={decisions.map(({ outcome, operator, items, at }) => ({
          key: `${outcome}${at}`,
          title: admin(`act.identity_${outcome as 'passed'}`),
          text: [operator, ...items.map((item) => t(`item.${item}`))].join(' · '),
          time: <Moment atMs={at} />,
          state: 'done' as const,
        }))}
      />
    </Panel>
  );
}
