// What a reviewer asked for: each part answered in words, with a picture, or both; sent at once.
import { companyItems, type IdentityItem, identityRoutes } from '@isobath/wire';
import { Moment, TextArea } from '@isobath/ui';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { nameAsked, type Supplement } from '../use-supplement.ts';
import { type Draft, useDraft } from './draft.ts';
import { FileField } from './FileField.tsx';
import { type Faults, Wizard } from './Wizard.tsx';

const isOfCompany = (item: IdentityItem) =>
  (companyItems as readonly IdentityItem[]).includes(item);

const TEXT_LENGTH_MAX = 300;

function sendAnswers(draft: Draft, items: readonly IdentityItem[]) {
  const answers = items.map((item) => {
    const file = draft.files[item];
    const text = draft.word(item).trim();
    return { item, text, ...(file === undefined ? {} : { fileId: file.fileId }) };
  });
  return browserClient().call(identityRoutes.submitSupplement, { body: { answers } });
}

/** The form; `onSent` is called when it was taken. */
export function SupplementForm(props: { supplement: Supplement; onSent: () => void }) {
  const t = useTexts('identity');
  const { items, dueAtMs } = props.supplement;
  const draft = useDraft(`supplement-${dueAtMs}`);
  const empty = items.filter(
    (item) => draft.word(item).trim() === '' && draft.files[item] === undefined,
  );
  const content = (shown: Faults) => (
    <>
      <p className="identity-note">
        {t(nameAsked(props.supplement))} <Moment atMs={dueAtMs} />
      </p>
      {items.map((item) => (
        <ItemFields draft={draft} error={shown[item] ?? ''} item={item} key={item} />
      ))}
    </>
  );
  const faults = Object.fromEntries(empty.map((item) => [item, t('missing')]));
  return (
    <Wizard
      draft={draft}
      label={t('asked.title')}
      onSent={props.onSent}
      send={() => sendAnswers(draft, items)}
      steps={[{ name: t('asked.title'), faults, content }]}
    />
  );
}

function ItemFields(props: { item: IdentityItem; draft: Draft; error: string }) {
  const t = useTexts('identity');
  const { item, draft } = props;
  return (
    <section aria-label={t(`item.${item}`)} className="identity-form">
      <FileField
        error={props.error}
        file={draft.files[item]}
        kind={isOfCompany(item) ? 'company_supplement' : 'supplement'}
        label={t(`item.${item}`)}
        onChange={(file) => draft.setFile(item, file)}
      />
      <TextArea
        label={t('words')}
        maxLength={TEXT_LENGTH_MAX}
        onChange={(value) => draft.setWord(item, value)}
        rows={2}
        value={draft.word(item)}
      />
    </section>
  );
}
