// The key that hides own amounts, on pages that show them and have no keys of their own. The trade
// page has its whole table instead (products/spot/keys).
import { useEffect } from 'react';
import { hideSetting, readSetting, writeSetting } from '../settings.ts';
import { isTyping, keysSetting, shortcutsSetting, spellKey } from './keys.ts';

/** H, or the key that was chosen for it on the trade page; off where shortcuts are. */
export function useHideKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !readSetting(shortcutsSetting) || isTyping(event)) return;
      if (spellKey(event) !== (readSetting(keysSetting)['hide'] ?? 'h')) return;
      event.preventDefault();
      writeSetting(hideSetting, !readSetting(hideSetting));
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
