// What the menu of the strip offers about the arrangement of the panels: arrangements by name, the
// other side, the first one again, and a link that hands it on. Not the menu (StripTools.tsx).
import { type MenuAction, useToasts } from '@isobath/ui';
import { useSetting } from '../../../base/settings.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import {
  isSamePreset,
  layoutName,
  type PresetName,
  presets,
  writeLayout,
} from './layout-address.ts';
import { useTrade } from './trade-context.ts';
import { firstLayout, layoutSetting, quickSetting } from './trade-settings.ts';

/** Lines of the menu. */
export function useLayoutActions(): readonly MenuAction[] {
  const { market, own, width } = useTrade();
  const t = useTexts('spot');
  const locale = useLocale();
  const toasts = useToasts();
  const [layout, setLayout] = useSetting(layoutSetting);
  const [quick, setQuick] = useSetting(quickSetting);
  const { isMirrored } = layout;
  const copy = async () => {
    const query = `tradeCode=${market.symbol}&${layoutName}=${writeLayout(layout)}`;
    try {
      const address = `${location.origin}/${locale}/trade/exchange/?${query}`;
      await navigator.clipboard.writeText(address);
      toasts.show({ kind: 'done', title: t('layout.copied') });
    } catch {
      toasts.show({ kind: 'error', title: t('layout.copyFailed') });
    }
  };
  return [
    ...(Object.keys(presets) as PresetName[]).map((name) => ({
      key: name,
      label: t(`layout.preset.${name}`),
      isOn: isSamePreset(layout, presets[name]),
      onSelect: () => setLayout({ ...presets[name], isMirrored }),
    })),
    {
      key: 'mirror',
      label: t('layout.mirror'),
      isOn: isMirrored,
      onSelect: () => setLayout({ ...layout, isMirrored: !isMirrored }),
    },
    // It needs the width, and somebody who can send.
    ...(own === null || width !== 'large'
      ? []
      : [
          {
            key: 'quick',
            label: t('quick.label'),
            isOn: quick.isOn,
            onSelect: () => setQuick({ ...quick, isOn: !quick.isOn }),
          },
        ]),
    { key: 'reset', label: t('layout.reset'), onSelect: () => setLayout(firstLayout) },
    { key: 'copy', label: t('layout.copy'), onSelect: () => void copy() },
  ];
}
