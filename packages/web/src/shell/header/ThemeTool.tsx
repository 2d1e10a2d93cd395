// Dark or light, by one press.
import { IconButton, Moon, Sun } from '@isobath/ui';
import { useTexts } from '../../base/texts.tsx';
import { readLook, writeLook } from '../../base/theme.ts';

/** Turn the theme round: what the page wears now decides. */
export function turnTheme(): void {
  const theme = readLook('theme');
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  writeLook('theme', isDark ? 'light' : 'dark');
}

/** The button. */
export function ThemeTool() {
  const t = useTexts('shell');
  const icon = (
    <>
      <Sun className="shell-sun" />
      <Moon className="shell-moon" />
    </>
  );
  return <IconButton icon={icon} label={t('theme')} onClick={turnTheme} />;
}
