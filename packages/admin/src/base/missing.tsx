// Why a button cannot be pressed yet: what is still to be filled in, by the names of the fields.
import type { TextKey } from '@isobath/texts';
import type { Translate } from './texts.tsx';

interface Why {
  readonly whyDisabled?: string;
}

/** For a Button: nothing once all is there. */
export function sayMissing(t: Translate<'admin'>, fields: readonly TextKey<'admin'>[]): Why {
  if (fields.length === 0) return {};
  return { whyDisabled: t('missing', { fields: fields.map((name) => t(name)).join(', ') }) };
}

/** For a Button of a form that was filled in before: also nothing to keep is a reason. */
export function sayUnready(
  t: Translate<'admin'>,
  form: { readonly missing: readonly TextKey<'admin'>[]; readonly isSame: boolean },
): Why {
  if (form.missing.length > 0 || !form.isSame) return sayMissing(t, form.missing);
  return { whyDisabled: t('listing.same') };
}

/** The same for the eye, beside the button: a finger does not hover. */
export function Missing({ why }: { why: Why }) {
  if (why.whyDisabled === undefined) return null;
  return (
    <small aria-hidden="true" className="office-quiet office-missing">
      {why.whyDisabled}
    </small>
  );
}
