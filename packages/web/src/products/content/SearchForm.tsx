// The one field that help and the channel checker ask with: a form, so that both work without a
// script. What is asked for, and who answers, is the page's business.
import { Button, useEarlyText } from '@isobath/ui';
import { type ComponentProps, useRef } from 'react';
import { Form } from 'react-router';

/** The field. @param props - name: of the address's parameter. */
export function SearchForm(props: {
  name: string;
  label: string;
  goLabel: string;
  value: string;
  lengthMax: number;
  /** Words to look for; otherwise an address or a name, which nobody corrects. */
  isSearch?: boolean;
  isPending?: boolean;
  onChange: (value: string) => void;
  onSubmit?: ComponentProps<typeof Form>['onSubmit'];
}) {
  const { isSearch = false } = props;
  const box = useRef<HTMLInputElement>(null);
  useEarlyText(box, props.onChange);
  return (
    <Form
      action=""
      className="content-search"
      method="get"
      onSubmit={props.onSubmit}
      role={isSearch ? 'search' : undefined}
    >
      <input
        aria-label={props.label}
        autoCapitalize={isSearch ? undefined : 'off'}
        autoComplete="off"
        className="content-search-box"
        enterKeyHint="search"
        maxLength={props.lengthMax}
        name={props.name}
        onChange={(event) => props.onChange(event.target.value)}
        placeholder={props.label}
        ref={box}
        spellCheck={isSearch}
        type={isSearch ? 'search' : 'text'}
        value={props.value}
      />
      <Button isPending={props.isPending === true} type="submit" variant="primary">
        {props.goLabel}
      </Button>
    </Form>
  );
}
