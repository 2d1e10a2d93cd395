// How long a text may be. It is never cut: what is too long stays as it was typed or pasted, the
// field says so, and its form is not sent. Used by the fields of this folder.
import { useEffect, useRef } from 'react';
import { useUi } from '../words/UiProvider.tsx';

type Checked = HTMLInputElement | HTMLTextAreaElement;

/**
 * The limit of one field.
 *
 * @param max - characters that are taken, as the server counts them; undefined = any number.
 * @returns fault: the text, "" while it fits; ref: for the input.
 */
export function useLimit<TField extends Checked>(value: string, max: number | undefined) {
  const { words } = useUi();
  const field = useRef<TField>(null);
  const fault = max !== undefined && value.length > max ? words.tooLong(max, value.length) : '';
  // The form of a field with a fault of its own is not sent.
  useEffect(() => field.current?.setCustomValidity(fault), [fault]);
  return { fault, ref: field };
}
