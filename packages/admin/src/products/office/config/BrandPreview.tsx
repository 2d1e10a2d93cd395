// The head of a page and something of the reader's own in both themes, as the house would wear
// them. Drawn with the design system's own parts, so that it is what pages show. Shown by
// BrandControl.tsx.
import { UiProvider, useUi, Wordmark } from '@isobath/ui';
import type { SiteBrand } from '@isobath/wire';
import { toBrand } from '../../../base/house.ts';
import { useTexts } from '../../../base/texts.tsx';

const themes = ['dark', 'light'] as const;

/** The preview. */
export function BrandPreview({ value }: { value: SiteBrand }) {
  const t = useTexts('admin');
  const settings = useUi();
  const house = toBrand(value);
  return (
    <figure aria-label={t('brand.preview')} className="brand-preview">
      <UiProvider settings={{ ...settings, house }}>
        {themes.map((theme) => (
          <div data-accent={value.accent} data-theme={theme} key={theme}>
            <div className="brand-preview-pane">
              <Wordmark size={24} />
              <span className="brand-preview-own">{t('brand.own')}</span>
              <span className="brand-preview-line" />
            </div>
          </div>
        ))}
      </UiProvider>
    </figure>
  );
}
