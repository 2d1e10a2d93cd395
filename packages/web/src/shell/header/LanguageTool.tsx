// Language and currency: the button of the header; the sheet itself comes when it is asked for.
import { Button, Globe } from '@isobath/ui';
import { localeNames } from '@isobath/texts';
import { useState } from 'react';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { currencySetting } from '../../base/money.ts';
import { useSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';

const LanguageSheet = lazyPart(() => import('./LanguageSheet.tsx'), 'LanguageSheet');

/** The button. @param isFull - says in words what is chosen, for the side menu. */
export function LanguageTool(props: { isFull?: boolean }) {
  const t = useTexts('shell');
  const locale = useLocale();
  const [currency] = useSetting(currencySetting);
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = () => {
    setWasOpen(true);
    setOpen(true);
  };
  return (
    <>
      {props.isFull === true ? (
        <Button icon={<Globe />} isFull onClick={open} variant="quiet">
          {`${localeNames[locale]} · ${currency}`}
        </Button>
      ) : (
        <button
          aria-label={t('language.title')}
          className="ui-icon-button"
          onClick={open}
          title={t('language.title')}
          type="button"
        >
          <Globe aria-hidden="true" />
        </button>
      )}
      {wasOpen ? <LanguageSheet isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </>
  );
}
