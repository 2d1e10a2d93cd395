// A word of the trade with its meaning behind a dotted line, brought when somebody reaches for it;
// experts switch all of them off in their settings.
// Not the words themselves (texts, namespace trade). Used wherever such a word stands as a label.
import type { TextKey } from '@isobath/texts';
import { type ReactNode, Suspense } from 'react';
import { LatePopover } from '../late/LatePopover.tsx';
import { defineSetting, useSetting } from '../settings.ts';
import { useTexts } from '../texts.tsx';

/** Whether words of the trade explain themselves. */
export const termHintsSetting = defineSetting('termHints', true);

/** A word that is explained: `term.<word>` of the texts. */
type TermWord =
  TextKey<'trade'> extends infer TKey
    ? TKey extends `term.${infer TWord}`
      ? TWord
      : never
    : never;

/** The word. @param name - as it stands there. */
export function Term(props: { word: TermWord; name: string }): ReactNode {
  const { word, name } = props;
  const [hasHints] = useSetting(termHintsSetting);
  if (!hasHints) return name;
  return (
    <LatePopover
      label={name}
      opensOnHover
      side="top"
      trigger={
        <button className="ui-term" type="button">
          {name}
        </button>
      }
    >
      <p className="ui-term-title">{name}</p>
      <Suspense>
        <Meaning word={word} />
      </Suspense>
    </LatePopover>
  );
}

function Meaning(props: { word: TermWord }) {
  const t = useTexts('trade');
  return t(`term.${props.word}`);
}
