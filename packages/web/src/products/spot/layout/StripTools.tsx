// Small tools at the end of the strip: looks of the page, mirrored panels, sounds, list of keys.
// They change only what this device remembers (trade-settings.ts).
import { IconButton, Settings2, SheetMenu } from '@isobath/ui';
import { memo, useEffect, useState } from 'react';
import { hideSetting, useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { readLook, writeLook } from '../../../base/theme.ts';
import { KeyList } from '../keys/KeyList.tsx';
import { SoundList } from './SoundList.tsx';
import { useTrade } from './trade-context.ts';
import { useLayoutActions } from './use-layout-actions.ts';

function LooksMenu(props: { onKeys: () => void; onSounds: () => void }) {
  const t = useTexts('spot');
  const { isPhone } = useTrade();
  const [isHidden, setHidden] = useSetting(hideSetting);
  const [palette, setPalette] = useState(() => readLook('palette'));
  const [orientation, setOrientation] = useState(() => readLook('orientation'));
  const layoutActions = useLayoutActions();
  return (
    <SheetMenu
      align="end"
      groups={[
        ...(isPhone ? [] : [{ key: 'layout', label: t('layout.label'), actions: layoutActions }]),
        {
          key: 'looks',
          label: t('looks.label'),
          actions: [
            {
              key: 'palette',
              label: t('looks.clear'),
              isOn: palette === 'clear',
              onSelect: () => {
                const next = palette === 'clear' ? 'classic' : 'clear';
                writeLook('palette', next);
                setPalette(next);
              },
            },
            {
              key: 'swap',
              label: t('looks.swap'),
              isOn: orientation === 'swap',
              onSelect: () => {
                const next = orientation === 'swap' ? 'normal' : 'swap';
                writeLook('orientation', next);
                setOrientation(next);
              },
            },
            {
              key: 'hide',
              label: t('looks.hide'),
              isOn: isHidden,
              onSelect: () => setHidden(!isHidden),
            },
            { key: 'sounds', label: t('sounds.title'), onSelect: props.onSounds },
          ],
        },
        {
          key: 'keys',
          actions: [{ key: 'keys', label: t('keys.title'), onSelect: props.onKeys }],
        },
      ]}
      isSheet={isPhone}
      title={t('looks.open')}
      trigger={<IconButton icon={<Settings2 />} label={t('looks.open')} size="medium" />}
    />
  );
}

/** Tools of the strip; not drawn anew with its prices. */
export const StripTools = memo(function StripTools() {
  const [list, setList] = useState<'keys' | 'sounds' | null>(null);
  useEffect(() => {
    const open = () => setList('keys');
    window.addEventListener('isobath-shortcuts', open);
    return () => window.removeEventListener('isobath-shortcuts', open);
  }, []);
  return (
    <>
      <LooksMenu onKeys={() => setList('keys')} onSounds={() => setList('sounds')} />
      <KeyList
        isOpen={list === 'keys'}
        onOpenChange={(isOpen) => setList(isOpen ? 'keys' : null)}
      />
      <SoundList
        isOpen={list === 'sounds'}
        onOpenChange={(isOpen) => setList(isOpen ? 'sounds' : null)}
      />
    </>
  );
});
