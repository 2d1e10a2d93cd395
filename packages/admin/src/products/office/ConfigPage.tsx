// Values that pages of the site read: each is checked by the server and shows at once.
import { Button, Panel, RelativeTime, TextField } from '@isobath/ui';
import { type ConfigRow, officeRoutes } from '@isobath/wire';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@isobath/sdk';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAct } from '../../base/use-act.ts';
import { useLoad } from '../../base/use-load.ts';

/** The page of values. */
export function ConfigPage() {
  const t = useTexts('admin');
  const loaded = useLoad('', () => client.call(officeRoutes.listConfig));
  return (
    <>
      <PageHead text={t('config.text')} title={t('page.config')} />
      <LoadedBody loaded={loaded}>
        {(rows) => (
          <Panel isFramed title={t('page.config')}>
            <ul className="office-list">
              {rows.map((row) => (
                <li key={row.name}>
                  <Value onSaved={loaded.reload} row={row} />
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </LoadedBody>
    </>
  );
}

function Value(props: { row: ConfigRow; onSaved: () => void }) {
  const t = useTexts('admin');
  const { name, value, changedAt } = props.row;
  const canWrite = usePermission('config.write');
  const [draft, setDraft] = useState(value);
  const [error, setError] = useState<string | null>(null);
  const { act, isPending } = useAct();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    const work = async () => {
      try {
        await client.call(officeRoutes.setConfig, { body: { name, value: draft } });
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.fields.length === 0) throw failure;
        setError(failure.fields[0]?.problem ?? failure.message);
        throw failure;
      }
    };
    if (await act(work, t('saved'))) props.onSaved();
  };
  return (
    <form className="office-value" onSubmit={(event) => void save(event)}>
      <TextField
        aside={changedAt === 0 ? null : <RelativeTime atMs={changedAt} />}
        error={error}
        input={{ spellCheck: false, autoComplete: 'off', name }}
        isDisabled={!canWrite}
        label={name}
        onChange={setDraft}
        value={draft}
      />
      {canWrite ? (
        <Button disabled={draft === value} isPending={isPending} type="submit">
          {t('save')}
        </Button>
      ) : null}
    </form>
  );
}
