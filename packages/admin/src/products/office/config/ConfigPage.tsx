// Values that pages of the site read: each with what it does and a control of its kind, grouped.
// Which values there are and how each is edited stands in wire (webValues); the server checks.
// Not the form of one value (ValueEditor.tsx). Shown by the frame.
import { useRead } from '@isobath/kit';
import { Panel } from '@isobath/ui';
import {
  type ConfigRow,
  officeRoutes,
  webValueGroups,
  webValueNames,
  webValues,
} from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { LoadedBody, PageHead } from '../../../base/PageBody.tsx';
import { useTexts } from '../../../base/texts.tsx';
import { ValueEditor } from './ValueEditor.tsx';

/** The last change of this visit: it can be undone while nothing came after it. */
interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The page of values. */
export function ConfigPage() {
  const t = useTexts('admin');
  const loaded = useRead(['config'], (signal) => client.call(officeRoutes.listConfig, { signal }));
  const [last, setLast] = useState<Change | null>(null);
  const undoOf = ({ name, value }: ConfigRow) =>
    last !== null && last.name === name && last.after === value ? last.before : null;
  return (
    <>
      <PageHead text={t('config.text')} title={t('page.config')} />
      <LoadedBody read={loaded}>
        {(rows) => (
          <div className="office-stack">
            {webValueGroups.map((group) => (
              <Panel isFramed key={group} title={t(`config.group.${group}`)}>
                <ul className="office-list">
                  {webValueNames
                    .filter((name) => webValues[name].group === group)
                    .map((name) => ({ name, row: rows.find((row) => row.name === name) }))
                    .map(({ name, row }) =>
                      row === undefined ? null : (
                        <li key={name}>
                          <ValueEditor
                            name={name}
                            onSaved={(saved) => {
                              setLast({ name, before: row.value, after: saved.value });
                              loaded.set(rows.map((each) => (each === row ? saved : each)));
                            }}
                            row={row}
                            undoTo={undoOf(row)}
                          />
                        </li>
                      ),
                    )}
                </ul>
              </Panel>
            ))}
          </div>
        )}
      </LoadedBody>
    </>
  );
}
