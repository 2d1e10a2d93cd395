// Refusals by number. Used by the reference and by the guide.
import { useTexts } from '../../../base/texts.tsx';
import type { ReferenceRefusal } from './reference.ts';

/** The table. */
export function RefusalTable(props: { refusals: readonly ReferenceRefusal[] }) {
  const t = useTexts('docs');
  return (
    <div className="reference-scroll">
      <table>
        <thead>
          <tr>
            <th>{t('column.code')}</th>
            <th>{t('column.status')}</th>
            <th>{t('column.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {props.refusals.map(({ code, status, meaning }) => (
            <tr key={`${code} ${meaning}`}>
              <td>
                <code>{code}</code>
              </td>
              <td>{status}</td>
              <td lang="en">{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
