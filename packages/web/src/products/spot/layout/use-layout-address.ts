// Takes over the arrangement that an address brings, once, and takes it out of the address: what is
// pulled since shall stay when the page is loaded again. The way back is offered beside the news.
import { useToasts } from '@isobath/ui';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { readSetting, writeSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { layoutName, readLayout } from './layout-address.ts';
import { layoutSetting } from './trade-settings.ts';

/** @param isPhone - its one column has no arrangement. */
export function useLayoutAddress(isPhone: boolean): void {
  const [params, setParams] = useSearchParams();
  const t = useTexts('spot');
  const toasts = useToasts();
  const text = params.get(layoutName);
  useEffect(() => {
    if (text === null) return;
    setParams(
      (before) => {
        before.delete(layoutName);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
    const found = readLayout(text);
    if (found === null || isPhone) return;
    const before = readSetting(layoutSetting);
    writeSetting(layoutSetting, found);
    toasts.show({
      kind: 'done',
      title: t('layout.taken'),
      action: { label: t('chart.undo'), onPress: () => writeSetting(layoutSetting, before) },
    });
  }, [text]);
}
