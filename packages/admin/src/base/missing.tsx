// Why a button cannot be pressed yet: what is still to be filled in, by the names of the fields.
import type { TextKey } from '@isobath/texts';
import type { Say } from './texts.tsx';

interface Why {
  readonly whyDisabled?: string;
}

/** For a Button: nothing once all is there. */
export function sayMissing(t: Say<'admin'>, fields: readonly TextKey<'admin'>[]): Why {
  if (fields.length === 0) return {};
  return { whyDisabled: t('missing', { fields: fields.map((name) => t(name)).join(', ') }) };
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
