// Asks for calls of the reference. Works without scripts. Used by the reference and by the guide.
import { Form } from 'react-router';
import { useTexts } from '../../../base/texts.tsx';

/** The field; `action` is where the reference stands, from the page it is shown on. */
export function SearchForm(props: { query: string; action?: string }) {
  const t = useTexts('docs');
  return (
    <Form
      className="reference-search"
      key={props.query}
      role="search"
      {...(props.action === undefined ? {} : { action: props.action })}
    >
      <input
        aria-label={t('reference.searchLabel')}
        defaultValue={props.query}
        name="q"
        placeholder={t('reference.searchLabel')}
        type="search"
      />
      <button type="submit">{t('reference.search')}</button>
    </Form>
  );
}
