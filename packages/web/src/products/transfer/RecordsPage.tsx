// The page of transfer records, narrowed by the accounts in its address.
import { transferRoutes } from '@isobath/wire';
import { Select } from '@isobath/ui';
import { useState } from 'react';
import type { Route } from './+types/RecordsPage';
import { useRequestedParams } from '../../base/requested-params.ts';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { FileLink } from '../../base/FileLink.tsx';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { typeTexts, type TypeText } from './accounts.ts';
import { Records } from './Records.tsx';
import './transfer.css';

/** Texts of this page. */
export const handle = { texts: ['transfer'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** A guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  clientOfPerson(args);
  return null;
}

const LIMIT = 50;

/** The page. */
export default function RecordsPage() {
  const t = useTexts('transfer');
  const locale = useLocale();
  const { shown, turn } = useRequestedParams();
  const [rowsCount, setRowsCount] = useState(0);
  const options = [
    { value: 'any' as const, label: t('records.any') },
    ...typeTexts.map((value) => ({ value, label: t(`account.${value}`) })),
  ];
  const chosen = (side: string) => typeTexts.find((type) => type === shown.get(side));
  const choose = (side: 'source' | 'target', value: TypeText | 'any') =>
    turn((params) => {
      if (value === 'any') params.delete(side);
      else params.set(side, value);
    });
  const source = chosen('source');
  const target = chosen('target');
  return (
    <main className="transfer-page">
      <div className="transfer-head">
        <h1 className="transfer-title">{t('records.title')}</h1>
        <div className="transfer-tools">
          {rowsCount === 0 ? null : (
            <FileLink
              path={transferRoutes.historyFile.path}
              query={{
                ...(source === undefined ? {} : { source }),
                ...(target === undefined ? {} : { target }),
              }}
            >
              {t('records.file')}
            </FileLink>
          )}
          <ButtonLink size="small" to={`/${locale}/account/transfer`} variant="primary">
            {t('records.make')}
          </ButtonLink>
        </div>
      </div>
      <div className="transfer-filters">
        {(['source', 'target'] as const).map((side) => (
          <Select
            key={side}
            label={t(side === 'source' ? 'from' : 'to')}
            onChange={(value) => choose(side, value)}
            options={options}
            value={chosen(side) ?? 'any'}
          />
        ))}
      </div>
      <Records
        filter={{
          ...(source === undefined ? {} : { source: Number(source) }),
          ...(target === undefined ? {} : { target: Number(target) }),
        }}
        limit={LIMIT}
        onCount={setRowsCount}
        onShowAll={() =>
          turn((params) => {
            params.delete('source');
            params.delete('target');
          })
        }
      />
    </main>
  );
}
