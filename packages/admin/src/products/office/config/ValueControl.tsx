// The control of a value, by its kind: switch, choice, order, line, lines, time, brand. Each edits
// one text (value-drafts.ts). Not when it is saved (ValueEditor.tsx), nor which kind it is (wire).
import type { TextKey } from '@isobath/texts';
import { Select, Switch, TextArea, TextField } from '@isobath/ui';
import type { WebValueForm, WebValueName } from '@isobath/wire';
import { useTexts } from '../../../base/texts.tsx';
import { BrandControl } from './BrandControl.tsx';
import { placeChoice } from './value-drafts.ts';

interface ControlProps {
  readonly name: WebValueName;
  readonly form: WebValueForm;
  readonly draft: string;
  readonly error: string | null;
  readonly isDisabled: boolean;
  readonly onChange: (draft: string) => void;
}

const none = 'none';

/** The control. */
export function ValueControl(props: ControlProps) {
  const t = useTexts('admin');
  const { name, form, draft, error, isDisabled, onChange } = props;
  const label = t(`config.${name}`);
  const field = { label, error, isDisabled, hint: t(`config.${name}.text`) };
  switch (form.kind) {
    case 'switch':
      // A server that refuses yes or no is a mistake of ours; its words stand where the hint was.
      return (
        <Switch
          hint={error ?? field.hint}
          isDisabled={isDisabled}
          isOn={draft === 'true'}
          label={label}
          name={name}
          onChange={(isOn) => onChange(String(isOn))}
        />
      );
    case 'choice':
      return (
        <Select
          {...field}
          onChange={onChange}
          options={form.choices.map((choice) => ({
            value: String(choice),
            label: t(`config.${name}.${choice}` as TextKey<'admin'>),
          }))}
          placeholder={draft}
          value={draft}
        />
      );
    case 'brand':
      return <BrandControl {...props} />;
    case 'order':
      return <OrderControl {...props} choices={form.choices} />;
    case 'lines':
    case 'rows':
      return <TextArea {...field} onChange={onChange} rows={readHeight(draft)} value={draft} />;
    default:
      return (
        <TextField
          {...field}
          input={{
            autoComplete: 'off',
            inputMode: form.kind === 'address' ? 'url' : undefined,
            name,
            spellCheck: false,
            type: form.kind === 'time' ? 'datetime-local' : 'text',
          }}
          onChange={onChange}
          value={draft}
        />
      );
  }
}

/** One line more than there are, so that there is room to add. */
const readHeight = (draft: string) => Math.min(12, Math.max(3, draft.split('\n').length + 1));

/** A field for each place that is taken, and one for the next. */
function OrderControl(props: ControlProps & { choices: readonly number[] }) {
  const t = useTexts('admin');
  const { name, draft, choices, error, isDisabled, onChange } = props;
  const chosen = draft === '' ? [] : draft.split(',');
  const places = choices.slice(0, chosen.length + 1);
  const options = [
    { value: none, label: t('config.none') },
    ...choices.map((choice) => ({
      value: String(choice),
      label: t(`desk.line.${choice}` as TextKey<'admin'>),
    })),
  ];
  return (
    <>
      {places.map((choice, place) => (
        <Select
          error={place === places.length - 1 ? error : null}
          hint={place === places.length - 1 ? t(`config.${name}.text`) : undefined}
          isDisabled={isDisabled}
          key={choice}
          label={t('config.serviceLines.place', { place: place + 1 })}
          onChange={(value) => onChange(placeChoice(draft, place, value === none ? '' : value))}
          options={options}
          value={chosen[place] ?? none}
        />
      ))}
    </>
  );
}
