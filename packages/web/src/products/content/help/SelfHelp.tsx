// What people look for help with most, as tiles that lead to where they see or mend it themselves:
// a page of their account, a check, an article. Shown by the help centre.
import { ReceiptText, ShieldCheck, Smartphone, TriangleAlert, Undo2, Wallet } from '@isobath/ui';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import './help.css';

interface Tile {
  readonly word: 'money' | 'order' | 'password' | 'factor' | 'real' | 'state';
  /** Below the language. */
  readonly to: string;
  readonly icon: ComponentType<{ 'aria-hidden': 'true' }>;
  /** The article that it leads to; without it the tile is not shown. */
  readonly code?: string;
}

const tiles: readonly Tile[] = [
  { word: 'money', to: 'assetManagement/home', icon: Wallet },
  { word: 'order', to: 'orderHome/coinTradeOrder', icon: ReceiptText },
  { word: 'password', to: 'login/forgot', icon: Undo2 },
  { word: 'factor', to: 'support/article?code=two-factor', icon: Smartphone, code: 'two-factor' },
  { word: 'real', to: 'support/official-channel', icon: ShieldCheck },
  { word: 'state', to: 'status', icon: TriangleAlert },
];

/** The tiles. @param props - codes: articles that there are now. */
export function SelfHelp({ codes }: { codes: readonly string[] }) {
  const t = useTexts('content');
  const locale = useLocale();
  const shown = tiles.filter(({ code }) => code === undefined || codes.includes(code));
  return (
    <section className="help-self">
      <h2>{t('help.self')}</h2>
      <ul>
        {shown.map(({ word, to, icon: Icon }) => (
          <li key={word}>
            <Link className="help-tile" to={`/${locale}/${to}`}>
              <Icon aria-hidden="true" />
              <b>{t(`help.self.${word}`)}</b>
              <span>{t(`help.self.${word}Text`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
