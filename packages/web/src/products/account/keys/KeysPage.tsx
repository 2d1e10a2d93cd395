// The page of API keys: what there is, making one, changing and ending them.
// Not here: signing requests (the guide says how). Making and changing ask for a confirmation
// first; ending a key does not, so that a stolen one can be stopped at once.
import { type ApiKeyRow, accountRoutes, keysRoutes } from '@isobath/wire';
import { Button, ConfirmSheet, EmptyState, ErrorState, useToasts } from '@isobath/ui';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useTexts } from '../../../base/texts.tsx';
import type { Route } from './+types/KeysPage';
import { StepUpDialog } from '../security/StepUpDialog.tsx';
import { useCall } from '../../../base/codes/use-call.ts';
import { KeyCard } from './KeyCard.tsx';
import { KeyForm, type KeyRequest } from './KeyForm.tsx';
import { type NewSecret, SecretDialog } from './SecretDialog.tsx';
import '../account.css';
import './keys.css';

/** Texts of this page. */
export const handle = { texts: ['keys', 'account'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** The keys (null when they could not be read), the time and how to confirm; a guest signs in. */
export async function loader(args: Route.LoaderArgs) {
  const client = clientOfPerson(args);
  const session = await client.call(accountRoutes.session);
  const keys = await client.call(keysRoutes.list).catch(() => null);
  return { hasTotp: session?.hasTotp ?? false, keys, nowMs: Date.now() };
}

/** What the dialog of terms is open for. */
type Editing = { readonly kind: 'new' } | { readonly kind: 'change'; readonly row: ApiKeyRow };

/** The page of API keys. */
export default function KeysPage(props: Route.ComponentProps) {
  return <Keys {...props.loaderData} />;
}

function Keys(props: { hasTotp: boolean; keys: readonly ApiKeyRow[] | null; nowMs: number }) {
  const t = useTexts('keys');
  const { revalidate, state } = useRevalidator();
  const toasts = useToasts();
  const saving = useCall(t('offline'));
  const ending = useCall(t('offline'));
  const [editing, setEditing] = useState<Editing | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<KeyRequest | null>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const [doomed, setDoomed] = useState<ApiKeyRow | null>(null);

  const send = async (request: KeyRequest): Promise<boolean> => {
    const { expiresInDays, publicKey, ...terms } = request;
    if (editing?.kind === 'change') {
      const query = { id: editing.row.id };
      await browserClient().call(keysRoutes.change, { query, body: terms });
      toasts.show({ kind: 'done', title: t('saved') });
      return true;
    }
    const body = {
      ...terms,
      ...(expiresInDays === undefined ? {} : { expiresInDays }),
      ...(publicKey === undefined ? {} : { publicKey }),
    };
    const made = await browserClient().call(keysRoutes.create, { body });
    setSecret({ apiKey: made.key.apiKey, secret: made.secret });
    return true;
  };
  const save = async (request: KeyRequest) => {
    const isSaved = await saving.run(async () => {
      try {
        return await send(request);
      } catch (error) {
        if ((error as { reject?: string }).reject !== 'step_up_needed') throw error;
        setUnconfirmed(request);
        return false;
      }
    });
    if (isSaved !== true) return;
    setEditing(null);
    void revalidate();
  };
  const end = async () => {
    const query = { id: doomed?.id ?? '' };
    const isEnded = await ending.run(() => browserClient().call(keysRoutes.revoke, { query }));
    if (isEnded === undefined) return;
    setDoomed(null);
    toasts.show({ kind: 'done', title: t('revoked') });
    void revalidate();
  };
  const openNew = () => {
    saving.clear();
    setEditing({ kind: 'new' });
  };
  const make = (
    <Button onClick={openNew} variant="primary">
      {t('create')}
    </Button>
  );

  return (
    <main className="account-room" aria-busy={state === 'loading'}>
      <div className="account-section-head">
        <h1 className="account-title">{t('title')}</h1>
        {props.keys !== null && props.keys.length > 0 ? make : null}
      </div>
      <p className="account-lead">{t('lead')}</p>
      {props.keys === null ? (
        <ErrorState
          isRetrying={state === 'loading'}
          onRetry={() => void revalidate()}
          title={t('failed')}
        />
      ) : null}
      {props.keys?.length === 0 ? (
        <EmptyState actions={make} text={t('emptyText')} title={t('empty')} />
      ) : null}
      {props.keys !== null && props.keys.length > 0 ? (
        <ul className="keys-list">
          {props.keys.map((row) => (
            <KeyCard
              isExpired={row.expiresAt > 0 && row.expiresAt <= props.nowMs}
              key={row.id}
              onChange={() => {
                saving.clear();
                setEditing({ kind: 'change', row });
              }}
              onRevoke={() => {
                ending.clear();
                setDoomed(row);
              }}
              row={row}
            />
          ))}
        </ul>
      ) : null}
      {editing === null ? null : (
        <KeyForm
          isSaving={saving.isRunning}
          key={editing.kind === 'new' ? 'new' : editing.row.id}
          onClose={() => setEditing(null)}
          onSave={(request) => void save(request)}
          refusal={saving.refusal}
          row={editing.kind === 'new' ? undefined : editing.row}
        />
      )}
      <StepUpDialog
        hasTotp={props.hasTotp}
        isOpen={unconfirmed !== null}
        onClose={() => setUnconfirmed(null)}
        onConfirmed={() => {
          const request = unconfirmed;
          setUnconfirmed(null);
          if (request !== null) void save(request);
        }}
      />
      <SecretDialog onClose={() => setSecret(null)} secret={secret} />
      <ConfirmSheet
        cancelLabel={t('cancel')}
        confirmLabel={t('revoke')}
        isOpen={doomed !== null}
        isPending={ending.isRunning}
        onConfirm={() => void end()}
        onOpenChange={(isOpen) => {
          if (!isOpen) setDoomed(null);
        }}
        text={ending.refusal || t('revokeText')}
        title={t('revokeTitle', { label: doomed?.label ?? '' })}
        variant="danger"
      />
    </main>
  );
}
