// The list behind "?": every key, what it does, and another key for it by a press.
// Not the keys at work (KeyDesk.tsx).
import { Button, Dialog, Kbd, Switch, Tag } from '@isobath/ui';
import { type KeyboardEvent, useState } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { keysSetting, shortcutsSetting, spellKey } from '../../../base/trade/keys.ts';
import { arm, disarm, useArmed } from './armed.ts';
import {
  chooseKey,
  type KeyAction,
  keyActions,
  type KeyName,
  keyOf,
  showKey,
} from './key-table.ts';

function KeyRow(props: {
  action: KeyAction;
  isRequested: boolean;
  onAsk: (isRequested: boolean) => void;
}) {
  const { action, isRequested, onAsk } = props;
  const t = useTexts('spot');
  const [chosen, setChosen] = useSetting(keysSetting);
  const word = t(`keys.${action.name}`);
  const take = (event: KeyboardEvent) => {
    if (!isRequested || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const key = spellKey(event.nativeEvent);
    if (key === null) return;
    if (key !== 'escape') setChosen(chooseKey(chosen, action.name, key));
    onAsk(false);
  };
  return (
    <div>
      <dt>
        <button
          aria-label={t('keys.change', { deed: word })}
          className="key-button"
          data-asked={isRequested ? '' : undefined}
          onBlur={() => onAsk(false)}
          onClick={() => onAsk(!isRequested)}
          onKeyDown={take}
          type="button"
        >
          {isRequested ? t('keys.press') : <Kbd>{showKey(keyOf(action, chosen))}</Kbd>}
        </button>
      </dt>
      <dd>
        {word} {action.isDangerous === true ? <Tag tone="warn">{t('keys.armedOnly')}</Tag> : null}
      </dd>
    </div>
  );
}

/** The dialog of keys. */
export function KeyList(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const t = useTexts('spot');
  const [isOn, setOn] = useSetting(shortcutsSetting);
  const [chosen, setChosen] = useSetting(keysSetting);
  const [requested, setRequested] = useState<KeyName | null>(null);
  const isArmed = useArmed();
  return (
    <Dialog
      foot={
        <Button
          disabled={Object.keys(chosen).length === 0}
          onClick={() => setChosen({})}
          variant="quiet"
        >
          {t('keys.reset')}
        </Button>
      }
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      text={t('keys.text')}
      title={t('keys.title')}
    >
      <div className="keys-switches">
        <Switch isOn={isOn} label={t('keys.on')} onChange={setOn} />
        <Switch
          isOn={isArmed}
          label={t('keys.armSwitch')}
          onChange={(isNow) => (isNow ? arm() : disarm())}
        />
      </div>
      <dl className="keys">
        {keyActions.map((action) => (
          <KeyRow
            action={action}
            isRequested={requested === action.name}
            key={action.name}
            onAsk={(isRequested) => setRequested(isRequested ? action.name : null)}
          />
        ))}
      </dl>
    </Dialog>
  );
}
