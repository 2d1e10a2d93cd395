// A file that is brought: a button that opens the system's own choice, and the name of what was
// chosen. Not what is in it. Used by PostingForm.tsx and LineFields.tsx.
import { Button } from '@isobath/ui';
import { useRef, useState } from 'react';
import { describeTooLarge } from '../../../base/file-size.ts';
import { useTexts } from '../../../base/texts.tsx';
import './money.css';

/** The choice. */
export function FileChoice(props: {
  label: string;
  hint: string;
  /** Endings of names, as an input takes them. */
  accept: string;
  /** A larger one is not taken. */
  bytesMax: number;
  file: File | null;
  onChange: (file: File | null) => void;
}) {
  const t = useTexts('admin');
  const chooser = useRef<HTMLInputElement>(null);
  const { file } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const take = (chosen: File | null) => {
    const tooLarge = chosen === null ? null : describeTooLarge(t, chosen, props.bytesMax);
    setProblem(tooLarge);
    props.onChange(tooLarge === null ? chosen : null);
    // The same file may be chosen again, once it was changed.
    if (chooser.current !== null) chooser.current.value = '';
  };
  return (
    <fieldset className="money-file">
      <legend>{props.label}</legend>
      <input
        accept={props.accept}
        aria-label={props.label}
        className="ui-sr"
        onChange={(event) => take(event.target.files?.[0] ?? null)}
        ref={chooser}
        tabIndex={-1}
        type="file"
      />
      <div className="office-actions">
        <Button onClick={() => chooser.current?.click()}>
          {file === null ? t('money.file.choose') : file.name}
        </Button>
        {file === null ? null : (
          <Button onClick={() => take(null)} variant="quiet">
            {t('money.file.remove')}
          </Button>
        )}
      </div>
      {problem === null ? (
        <small className="office-quiet">{props.hint}</small>
      ) : (
        <small className="office-error" role="alert">
          {problem}
        </small>
      )}
    </fieldset>
  );
}
