// A request about what is shown that waits for another operator, with the way to it. Not the list
// of requests (ApprovalsPage.tsx). Shown by products whose decisions need two.
import { Banner } from '@isobath/ui';
import { linkTo } from './address.ts';
import { usePermission } from './session.ts';
import { useTexts } from './texts.tsx';

/** The request; nothing when there is none. */
export function WaitingRequest({ approvalId, text }: { approvalId: number; text?: string }) {
  const t = useTexts('admin');
  const canRead = usePermission('approvals.read');
  if (approvalId === 0) return null;
  return (
    <Banner
      actions={
        canRead ? (
          <a className="ui-link" {...linkTo('approvals')}>
            {t('page.approvals')}
          </a>
        ) : null
      }
      title={t('approval.waits')}
    >
      {text}
    </Banner>
  );
}
