import { TextField } from '@isobath/ui';
import { useTexts } from '../../base/texts.tsx';

/** Whether a text may name something in addresses. */
export function isCode(text: string): boolean {
  return /^[a-z][a-z0-9-]{2,59}$/.test(text);
}

/** Asks for the name in addresses of a new article or category. */
export function CodeField(props: { value: string; onChange: (code: string) => void }) {
  const t = useTexts('admin');
  return (
    <TextField
      hint={t('content.codeHint')}
      input={{ spellCheck: false, autoComplete: 'off', maxLength: 60 }}
      label={t('content.code')}
      onChange={props.onChange}
      value={props.value}
    />
  );
}
