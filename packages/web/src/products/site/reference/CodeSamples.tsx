// A call in four languages, with a copy button.
import { Button, Tabs, useCopy } from '@isobath/ui';
import { useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { type CodeLanguage, codeLanguages, writeCode } from './code.ts';
import type { CallPage } from './reference.ts';

/** A text of a program, to be copied. */
export function CodeBlock(props: { text: string }) {
  const t = useTexts('docs');
  const { copy, isCopied } = useCopy();
  return (
    <div className="reference-code">
      <pre tabIndex={0}>
        <code>{props.text}</code>
      </pre>
      <Button onClick={() => copy(props.text)} size="small">
        {isCopied ? t('code.copied') : t('code.copy')}
      </Button>
    </div>
  );
}

/** The same in several languages, one of them shown. */
export function CodeTabs(props: {
  label: string;
  texts: readonly { readonly language: string; readonly text: string }[];
}) {
  const [first] = props.texts;
  const [language, setLanguage] = useState(first?.language ?? '');
  const shown = props.texts.find((one) => one.language === language);
  if (shown === undefined) return null;
  if (props.texts.length === 1) return <CodeBlock text={shown.text} />;
  return (
    <Tabs
      label={props.label}
      onChange={setLanguage}
      tabs={props.texts.map((one) => ({ value: one.language, label: one.language }))}
      value={language}
    >
      <CodeBlock text={shown.text} />
    </Tabs>
  );
}

/** The samples of one call. */
export function CodeSamples(props: { call: CallPage; origin: string }) {
  const t = useTexts('docs');
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  return (
    <Tabs
      label={t('code.title')}
      onChange={setLanguage}
      tabs={codeLanguages.map((one) => ({ value: one, label: one }))}
      value={language}
    >
      <CodeBlock text={writeCode(props.call, props.origin, language)} />
    </Tabs>
  );
}
