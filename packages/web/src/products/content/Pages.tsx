import { ButtonLink } from '../../base/ButtonLink.tsx';
import { useTexts } from '../../base/texts.tsx';

function addressOf(code: string, page: number): string {
  const query = new URLSearchParams();
  if (code !== '') query.set('code', code);
  if (page > 1) query.set('page', String(page));
  return `?${query.toString()}`;
}

/** Before and after within a list of several pages. */
export function Pages(props: { code: string; page: number; pagesCount: number }) {
  const t = useTexts('content');
  const { code, page, pagesCount } = props;
  if (pagesCount < 2) return null;
  return (
    <nav aria-label={t('pages')} className="content-actions">
      {page > 1 ? (
        <ButtonLink size="small" to={addressOf(code, page - 1)}>
          {t('pages.before')}
        </ButtonLink>
      ) : null}
      <span className="content-count">{t('pages.of', { page, pages: pagesCount })}</span>
      {page < pagesCount ? (
        <ButtonLink size="small" to={addressOf(code, page + 1)}>
          {t('pages.after')}
        </ButtonLink>
      ) : null}
    </nav>
  );
}
