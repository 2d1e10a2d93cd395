// One case whole: what was typed beside the pictures, the checks, answers to what was asked for,
// earlier decisions, and deciding. Not the queue (ReviewPage.tsx).
import { useRead } from '@isobath/kit';
import { languageTagOf } from '@isobath/texts';
import { type Fact, KeyValue, Moment, Panel, Tag, Timeline } from '@isobath/ui';
import { type ReviewCase, type ReviewCheck, reviewRoutes } from '@isobath/wire';
import { linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { LoadedBody } from '../../base/PageBody.tsx';
import { usePermission } from '../../base/session.ts';
import { readConsoleLocale, type Translate, useTexts } from '../../base/texts.tsx';
import { Decision } from './Decision.tsx';
import { Pictures } from './Pictures.tsx';

type Standard = NonNullable<ReviewCase['standard']>;
type Advanced = NonNullable<ReviewCase['advanced']>;
type T = Translate<'identity'>;

const nameCountry = (code: string) =>
  new Intl.DisplayNames(languageTagOf(readConsoleLocale()), { type: 'region' }).of(code) ?? code;

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

const checkTones = { passed: 'info', failed: 'danger', unknown: 'outline' } as const;

function listChecks(t: T, checks: readonly ReviewCheck[]): readonly Fact[] {
  return checks.map(({ check, result, count }) => ({
    key: check,
    label: t(`desk.check.${check}`),
    value: (
      <span className="identity-check">
        {count === 0 ? null : <span className="ui-number">{count}</span>}
        <Tag tone={checkTones[result]}>{t(`desk.result.${result}`)}</Tag>
      </span>
    ),
  }));
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
  const { row, standard, advanced, earlier } = shown;
  return (
    <>
      <Decision onChange={onChange} row={row} />
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
          </Panel>
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
        <Pictures files={shown.files} recordId={row.recordId} />
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
          const picture = answer?.fileId === undefined ? '--' : t('desk.picture');
          return { key: item, label: t(`item.${item}`), value: answer?.text || picture };
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
