// Small tools at the end of the strip: looks of the page, sound, mirrored panels, the list of keys.
// They change only what this device remembers (trade-settings.ts).
import { IconButton, Menu, Settings2 } from '@isobath/ui';
import { memo, useEffect, useState } from 'react';
import { hideSetting, useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { readLook, writeLook } from '../../../base/theme.ts';
import { KeyList } from '../keys/KeyList.tsx';
import { playSound } from './sounds.ts';
import { useTrade } from './trade-context.ts';
import { firstLayout, layoutSetting, soundSetting } from './trade-settings.ts';

function LooksMenu(props: { onKeys: () => void }) {
  const t = useTexts('spot');
  const { isPhone } = useTrade();
  const [layout, setLayout] = useSetting(layoutSetting);
  const [hasSound, setSound] = useSetting(soundSetting);
  const [isHidden, setHidden] = useSetting(hideSetting);
  const [palette, setPalette] = useState(() => readLook('palette'));
  const [orientation, setOrientation] = useState(() => readLook('orientation'));
  const layoutActions = [
    {
      key: 'mirror',
      label: t('layout.mirror'),
      isOn: layout.isMirrored,
      onSelect: () => setLayout({ ...layout, isMirrored: !layout.isMirrored }),
    },
    {
      key: 'reset',
      label: t('layout.reset'),
      onSelect: () => setLayout(firstLayout),
    },
  ];
  return (
    <Menu
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
            {
              key: 'sound',
              label: t('looks.sound'),
              isOn: hasSound,
              onSelect: () => {
                setSound(!hasSound);
                playSound('filledBuy');
              },
            },
          ],
        },
        {
          key: 'keys',
          actions: [{ key: 'keys', label: t('keys.title'), onSelect: props.onKeys }],
        },
      ]}
      trigger={<IconButton icon={<Settings2 />} label={t('looks.open')} size="medium" />}
    />
  );
}

/** Tools of the strip; not drawn anew with its prices. */
export const StripTools = memo(function StripTools() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener('isobath-shortcuts', open);
    return () => window.removeEventListener('isobath-shortcuts', open);
  }, []);
  return (
    <>
      <LooksMenu onKeys={() => setOpen(true)} />
      <KeyList isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
});
