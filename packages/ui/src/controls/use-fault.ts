// What the browser finds wanting in a field when its form is sent: said below the field in the
// page's own language, not in a bubble of the browser's in the browser's. Not the server's
// refusals. Used by the fields of this folder.
import { type FormEvent, useState } from 'react';
import { useUi } from '../words/UiProvider.tsx';

type Checked = HTMLInputElement | HTMLTextAreaElement;

/** Whether a field is the first one of its form that is wanting: that one gets the focus. */
function isFirst(field: Checked): boolean {
  const first = field.form?.querySelector('input:invalid, textarea:invalid');
  return first === field || first === undefined;
}

/**
 * The fault of one field.
 *
 * @param value - what stands in it; once that changes the fault is not said any more.
 * @returns fault: the text, "" without one; onInvalid: for the input.
 */
export function useFault(value: string | boolean) {
  const { words } = useUi();
  const [found, setFound] = useState<{ text: string; of: string | boolean } | null>(null);
  const onInvalid = (event: FormEvent<Checked>) => {
    const field = event.currentTarget;
    event.preventDefault();
    if (isFirst(field)) field.focus();
    const { valueMissing, typeMismatch } = field.validity;
    const mail = typeMismatch ? words.notAnEmail : field.validationMessage;
    const missing = field.type === 'checkbox' ? words.mustBeTicked : words.mustBeFilled;
    setFound({ text: valueMissing ? missing : mail, of: value });
  };
  return { fault: found !== null && found.of === value ? found.text : '', onInvalid };
}
