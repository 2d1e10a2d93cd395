// One of a list: Select for short lists, SearchSelect for long ones, Combobox to type into.
// Not a menu of actions. Lists are 300 px high at most and scroll. They stand fixed: in a dialog
// the page below can scroll (a phone's keyboard does it), and a list that moves loses the press.
import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useUi } from '../words/UiProvider.tsx';
import type { Option } from './Choices.tsx';
import { isMatch, listGroups, type OptionGroup, useLateWord } from './select-search.ts';
import { describeField, Field, FieldBox, type FieldProps } from './Field.tsx';

type SelectProps<TValue extends string> = FieldProps & {
  options: readonly Option<TValue>[];
  value: TValue | null;
  onChange: (value: TValue) => void;
  placeholder?: string | undefined;
  size?: 'small' | undefined;
  /** No box: for units inside fields and tools in panel heads. */
  isBare?: boolean | undefined;
};

/** One of a short list. */
export function Select<TValue extends string>(props: SelectProps<TValue>) {
  const id = useId();
  return (
    <Field field={props} id={id} isGroup>
      <BaseSelect.Root
        disabled={props.isDisabled === true}
        items={props.options as Option<TValue>[]}
        onValueChange={(value) => {
          if (value !== null) props.onChange(value);
        }}
        value={props.value}
      >
        <BaseSelect.Trigger
          {...describeField(id, props)}
          {...nameTrigger(id, props)}
          className="ui-select"
          data-bare={props.isBare ? '' : undefined}
          data-invalid={props.error ? '' : undefined}
          data-size={props.size}
        >
          <BaseSelect.Value className="ui-select-value" placeholder={props.placeholder} />
          <ChevronDown aria-hidden="true" className="ui-select-mark" />
        </BaseSelect.Trigger>
        <BaseSelect.Portal>
          <BaseSelect.Positioner
            align="start"
            alignItemWithTrigger={false}
            className="ui-layer"
            positionMethod="fixed"
            sideOffset={4}
          >
            <BaseSelect.Popup className="ui-menu">
              <BaseSelect.List className="ui-menu-list">
                {props.options.map((option) => (
                  <BaseSelect.Item
                    className="ui-menu-item"
                    disabled={option.isDisabled === true}
                    key={option.value}
                    value={option.value}
                  >
                    {option.icon}
                    <BaseSelect.ItemText className="ui-menu-text">
                      {option.label}
                    </BaseSelect.ItemText>
                    {option.note ? <span className="ui-menu-note">{option.note}</span> : null}
                    <BaseSelect.ItemIndicator className="ui-menu-tick">
                      <Check aria-hidden="true" />
                    </BaseSelect.ItemIndicator>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
    </Field>
  );
}

/**
 * One of a long list, with a search box and the last five choices on top. What is typed is looked
 * for in names and values 300 ms after the last key; Enter looks at once, and only then chooses.
 *
 * @param props - recent: values chosen before, newest first; more than five are cut.
 */
export function SearchSelect<TValue extends string>(
  props: SelectProps<TValue> & {
    recent?: readonly TValue[] | undefined;
    /** The heading of the whole list when recent choices stand above it. */
    allLabel?: string | undefined;
  },
) {
  const id = useId();
  const { words } = useUi();
  const search = useLateWord();
  const chosen = props.options.find((option) => option.value === props.value) ?? null;
  return (
    <Field field={props} id={id} isGroup>
      <BaseCombobox.Root
        autoHighlight
        disabled={props.isDisabled === true}
        isItemEqualToValue={(item: Option<TValue>, value: Option<TValue>) =>
          item.value === value.value
        }
        itemToStringLabel={(option: Option<TValue>) => option.label}
        filter={(option: Option<TValue>) => isMatch(option, search.word)}
        items={listGroups({ ...props, recentLabel: words.recent })}
        onInputValueChange={(text, { reason }) => search.hear(text, reason === 'input-change')}
        onValueChange={(option: Option<TValue> | null) => {
          if (option) props.onChange(option.value);
        }}
        value={chosen}
      >
        <BaseCombobox.Trigger
          {...describeField(id, props)}
          {...nameTrigger(id, props)}
          className="ui-select"
          data-bare={props.isBare ? '' : undefined}
          data-invalid={props.error ? '' : undefined}
          data-size={props.size}
        >
          <span className="ui-select-value" data-placeholder={chosen ? undefined : ''}>
            {chosen ? <OptionFace option={chosen} /> : props.placeholder}
          </span>
          <ChevronDown aria-hidden="true" className="ui-select-mark" />
        </BaseCombobox.Trigger>
        <ListPopup onEnter={search.hurry} searchLabel={words.search}>
          {(group: OptionGroup<TValue>) => (
            <BaseCombobox.Group items={group.items} key={group.label}>
              {group.label ? (
                <BaseCombobox.GroupLabel className="ui-menu-group">
                  {group.label}
                </BaseCombobox.GroupLabel>
              ) : null}
              <BaseCombobox.Collection>
                {(option: Option<TValue>) => <ListItem key={option.value} option={option} />}
              </BaseCombobox.Collection>
            </BaseCombobox.Group>
          )}
        </ListPopup>
      </BaseCombobox.Root>
    </Field>
  );
}

/** A field that offers what matches while one types; only offered values can be chosen. */
export function Combobox<TValue extends string>(
  props: FieldProps & {
    options: readonly Option<TValue>[];
    value: TValue | null;
    onChange: (value: TValue | null) => void;
    placeholder?: string | undefined;
  },
) {
  const id = useId();
  const chosen = props.options.find((option) => option.value === props.value) ?? null;
  return (
    <Field field={props} id={id}>
      <BaseCombobox.Root
        autoHighlight
        disabled={props.isDisabled === true}
        filter={isMatch}
        itemToStringLabel={(option: Option<TValue>) => option.label}
        items={props.options as Option<TValue>[]}
        onValueChange={(option: Option<TValue> | null) => props.onChange(option?.value ?? null)}
        value={chosen}
      >
        <FieldBox field={props} id={id}>
          <BaseCombobox.Input
            {...describeField(id, props)}
            className="ui-input"
            id={id}
            placeholder={props.placeholder}
          />
          <ChevronDown aria-hidden="true" className="ui-select-mark" />
        </FieldBox>
        <ListPopup>
          {(option: Option<TValue>) => <ListItem key={option.value} option={option} />}
        </ListPopup>
      </BaseCombobox.Root>
    </Field>
  );
}

function ListPopup<TItem>(props: {
  /** Puts a search box on top, with this name. */
  searchLabel?: string;
  /** Enter in that box. @returns whether it must not choose yet. */
  onEnter?: () => boolean;
  children: (item: TItem, index: number) => ReactNode;
}) {
  const { words } = useUi();
  return (
    <BaseCombobox.Portal>
      <BaseCombobox.Positioner
        align="start"
        className="ui-layer"
        positionMethod="fixed"
        sideOffset={4}
      >
        <BaseCombobox.Popup aria-label={props.searchLabel ?? words.search} className="ui-menu">
          {props.searchLabel ? (
            <div className="ui-menu-search">
              <div className="ui-field-box">
                <Search aria-hidden="true" className="ui-field-icon" />
                <BaseCombobox.Input
                  aria-label={props.searchLabel}
                  className="ui-input"
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || props.onEnter?.() !== true) return;
                    event.preventDefault();
                    event.preventBaseUIHandler();
                  }}
                  placeholder={props.searchLabel}
                />
              </div>
            </div>
          ) : null}
          <BaseCombobox.Empty className="ui-menu-empty">{words.noMatches}</BaseCombobox.Empty>
          <BaseCombobox.List className="ui-menu-list">{props.children}</BaseCombobox.List>
        </BaseCombobox.Popup>
      </BaseCombobox.Positioner>
    </BaseCombobox.Portal>
  );
}

function ListItem<TValue extends string>(props: { option: Option<TValue> }) {
  const { option } = props;
  return (
    <BaseCombobox.Item
      className="ui-menu-item"
      disabled={option.isDisabled === true}
      value={option}
    >
      <OptionFace option={option} />
      <BaseCombobox.ItemIndicator className="ui-menu-tick">
        <Check aria-hidden="true" />
      </BaseCombobox.ItemIndicator>
    </BaseCombobox.Item>
  );
}

function OptionFace<TValue extends string>(props: { option: Option<TValue> }) {
  const { option } = props;
  return (
    <span className="ui-option-face">
      {option.icon}
      <span>{option.label}</span>
      {option.note ? <span className="ui-menu-note">{option.note}</span> : null}
    </span>
  );
}

function nameTrigger(id: string, props: FieldProps) {
  const isAbove = props.labelPlace === undefined || props.labelPlace === 'above';
  return isAbove ? { 'aria-labelledby': `${id}-label` } : { 'aria-label': props.label };
}
