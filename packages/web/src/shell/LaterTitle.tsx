// The name of a page that somebody moved on to, from the table that no first visit loads.
// Shown by Frame.tsx.
import { PageTitle } from '../base/PageTitle.tsx';
import { useTexts } from '../base/texts.tsx';
import { findPageName } from './page-titles.ts';

/** The title; nothing where the page says it itself. */
export function LaterTitle({ path }: { path: string }) {
  const t = useTexts('shell');
  const name = findPageName(path);
  if (name === undefined) return null;
  return <PageTitle name={name === null ? undefined : t(name)} />;
}
