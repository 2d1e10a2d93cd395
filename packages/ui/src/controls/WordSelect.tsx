// A native list behind a word, for bars whose other words are buttons. The word has their letters;
// the list over it is not seen and has those of a field, so that no phone draws near to it. Not a
// field of a form: that is Select.

/** The word is the chosen option's, or `rest` while none of them is chosen: value is then "". */
export function WordSelect(props: {
  /** Its name for screen readers. */
  label: string;
  value: string;
  rest?: string | undefined;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
  className?: string | undefined;
}) {
  const { value, rest, options } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <label
      className={`ui-word-select ${props.className ?? ''}`}
      data-on={chosen === undefined ? undefined : ''}
    >
      <span aria-hidden="true">{chosen?.label ?? rest}</span>
      <select
        aria-label={props.label}
        onChange={(event) => props.onChange(event.target.value)}
        value={value}
      >
        {rest === undefined ? null : (
          <option disabled hidden value="">
            {rest}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
