// The lines to people in the operator's order, each of which opens over the page. Not how a line is
// brought (products/service) nor which there are (base/service-lines.ts). Shown by the help centre.
import { ChevronRight, MessageCircle } from '@isobath/ui';
import type { ServiceLine } from '@isobath/wire';
import { orderLines } from '../../../base/service-lines.ts';
import { openService } from '../../../base/service-request.ts';
import { useSession } from '../../../base/session.ts';
import { useTexts } from '../../../base/texts.tsx';

/** The lines. @param props - configured: as the operator set them. */
export function ContactLines({ configured }: { configured: readonly ServiceLine[] }) {
  const t = useTexts('service');
  const lines = orderLines(configured, useSession() !== null);
  return (
    <ul aria-label={t('title')} className="help-lines">
      {lines.map((line) => (
        <li key={line}>
          <button className="help-line" onClick={() => openService(line)} type="button">
            <MessageCircle aria-hidden="true" />
            <b>{t(`line.${line}`)}</b>
            <span>{t(`line.${line}.text`)}</span>
            <ChevronRight aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
