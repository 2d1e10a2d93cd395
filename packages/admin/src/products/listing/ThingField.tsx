// One field of the form, by what may stand in it: a choice, a number, a picture, a text. Shown by
// ThingForm.tsx; whether a value is good is the server's word.
import { useRead } from '@isobath/kit';
import {
  Button,
  CoinIcon,
  NumberField,
  readBase64,
  Select,
  TextArea,
  TextField,
} from '@isobath/ui';
import { coinPictureBytesMax, listingRoutes } from '@isobath/wire';
import { useRef, useState } from 'react';
import { client } from '../../base/client.ts';
import { describeTooLarge } from '../../base/file-size.ts';
import { nameField, showField } from '../../base/listed-fields.tsx';
import { useTexts } from '../../base/texts.tsx';
import { fieldChoices, numberFields, type PageKind } from './words.ts';

interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly error: string | null;
  /** What it would be if nothing is typed. */
  readonly hint?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The field. */
export function ThingField(props: FieldProps) {
  const t = useTexts('admin');
  const { name, value, error, onChange } = props;
  const label = nameField(t, name);
  if (name === 'logo') return <LogoField {...props} />;
  const choices = fieldChoices[name];
  if (choices !== undefined) {
    const chosen = choices.includes(value) ? value : (props.hint ?? null);
    return (
      <Select
        error={error}
        label={label}
        onChange={onChange}
        options={choices.map((one) => ({ value: one, label: showField(t, name, one) }))}
        value={chosen}
      />
    );
  }
  const decimals = numberFields[name];
  if (decimals !== undefined) {
    return (
      <NumberField
        {...{ decimals, error, label, onChange, value }}
        hint={props.hint}
        input={{ name }}
        step="1"
      />
    );
  }
  if (name.startsWith('texts.')) {
    return <TextArea {...{ error, label, onChange, value }} maxLength={2_000} rows={2} />;
  }
  return (
    <TextField
      {...{ error, label, onChange, value }}
      hint={props.hint}
      input={{ autoComplete: 'off', maxLength: 300, name, spellCheck: false }}
    />
  );
}

/** A picture of the device, as base64. */
function LogoField({ name, value, error, onChange }: FieldProps) {
  const t = useTexts('admin');
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const said = describeTooLarge(t, file, coinPictureBytesMax);
    setTooLarge(said);
    if (said === null) onChange(await readBase64(file));
    // The same file may be chosen again, once it was changed.
    if (input.current !== null) input.current.value = '';
  };
  const problem = tooLarge ?? error;
  return (
    <div className="listing-logo">
      <span>{nameField(t, name)}</span>
      <span className="listing-coin">
        <CoinIcon
          code="?"
          size={32}
          src={value === '' ? undefined : `data:image/png;base64,${value}`}
        />
        <Button onClick={() => input.current?.click()} size="small">
          {t(value === '' ? 'money.file.choose' : 'tables.edit')}
        </Button>
        {value === '' ? null : (
          <Button onClick={() => onChange('')} size="small" variant="quiet">
            {t('money.file.remove')}
          </Button>
        )}
      </span>
      <input
        accept="image/png,image/jpeg,image/webp"
        aria-label={nameField(t, name)}
        hidden
        onChange={(event) => void take(event.target.files?.[0])}
        ref={input}
        type="file"
      />
      {problem === null ? (
        <small className="office-quiet">{t('listing.logo.hint')}</small>
      ) : (
        <small className="office-error" role="alert">
          {problem}
        </small>
      )}
    </div>
  );
}

/** How a new thing is named: a coin by its short name, a market by its two coins. */
export function KeyFields(props: {
  kind: PageKind;
  value: string;
  error: string | null;
  onChange: (key: string) => void;
}) {
  const t = useTexts('admin');
  if (props.kind === 'market') return <PairFields {...props} />;
  return (
    <TextField
      error={props.error}
      input={{ autoComplete: 'off', maxLength: 16, name: 'key', spellCheck: false }}
      label={t('listing.field.coin')}
      onChange={(text) => props.onChange(text.toUpperCase())}
      value={props.value}
    />
  );
}

function PairFields(props: { error: string | null; onChange: (key: string) => void }) {
  const t = useTexts('admin');
  const [pair, setPair] = useState<{ base: string; quote: string }>({ base: '', quote: '' });
  const coins = useRead(['listing', 'coin'], (signal) =>
    client.call(listingRoutes.listThings, { query: { kind: 'coin' }, signal }),
  );
  const options = (coins.data ?? []).map(({ key, fields }) => ({
    value: key,
    label: `${key} · ${fields['name'] ?? ''}`,
  }));
  const choose = (part: 'base' | 'quote') => (value: string) => {
    const next = { ...pair, [part]: value };
    setPair(next);
    const isWhole = next.base !== '' && next.quote !== '';
    props.onChange(isWhole ? `${next.base}_${next.quote}`.toLowerCase() : '');
  };
  return (
    <>
      {(['base', 'quote'] as const).map((part) => (
        <Select
          error={part === 'quote' ? props.error : null}
          key={part}
          label={t(`listing.field.${part}`)}
          onChange={choose(part)}
          options={options}
          value={pair[part] === '' ? null : pair[part]}
        />
      ))}
    </>
  );
}
