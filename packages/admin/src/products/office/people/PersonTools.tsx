// What can be done about a person, as far as the operator's role goes: money, freezing, signing
// out, keys, notes, their data, and changes on evidence. Shown by PersonPage.tsx.
import { Banner, Button, ChevronDown, Menu, type MenuGroup } from '@isobath/ui';
import {
  type AccountChange,
  accountOfficeRoutes,
  officeRoutes,
  type UserView,
} from '@isobath/wire';
import { useState } from 'react';
import { goTo } from '../../../base/address.ts';
import { client } from '../../../base/client.ts';
import { ReasonDialog } from '../../../base/ReasonDialog.tsx';
import { useOperator, usePermission } from '../../../base/session.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';
import { ChangeDialog, FreezeDialog, KeysDialog, NoteDialog } from './AccountDialogs.tsx';
import { GiveDialog } from './GiveDialog.tsx';

type Requested = 'end' | 'give' | 'freeze' | 'keys' | 'note' | AccountChange;

const changes: readonly AccountChange[] = ['factor', 'address', 'erase'];
const isChange = (requested: Requested): requested is AccountChange =>
  requested === 'thaw' || changes.some((each) => each === requested);

/** The tools. */
export function PersonTools(props: { view: UserView; onDone: () => void }) {
  const t = useTexts('admin');
  const { ownerId, email } = props.view.profile;
  const [requested, setRequested] = useState<Requested | null>(null);
  const groups = useGroups(props.view, setRequested);
  const dialog = {
    ownerId,
    email,
    onClose: () => setRequested(null),
    onDone: () => {
      setRequested(null);
      props.onDone();
    },
  };
  return (
    <>
      {groups.length === 0 ? null : (
        <Menu
          align="end"
          groups={groups}
          trigger={
            <Button icon={<ChevronDown />} variant="quiet">
              {t('person.tools')}
            </Button>
          }
        />
      )}
      {requested === 'end' ? <EndDialog {...dialog} /> : null}
      {requested === 'give' ? (
        <GiveDialog email={email} onClose={dialog.onClose} ownerId={ownerId} />
      ) : null}
      {requested === 'freeze' ? <FreezeDialog {...dialog} /> : null}
      {requested === 'keys' ? <KeysDialog {...dialog} /> : null}
      {requested === 'note' ? <NoteDialog {...dialog} /> : null}
      {requested !== null && isChange(requested) ? (
        <ChangeDialog {...dialog} change={requested} />
      ) : null}
    </>
  );
}

function useGroups(view: UserView, ask: (requested: Requested) => void): readonly MenuGroup[] {
  const t = useTexts('admin');
  const canAction = usePermission('users.act');
  const canChange = usePermission('users.change');
  const mayGive = usePermission('money.give');
  const canPost = usePermission('money.post');
  const canGive = useOperator().mode === 'sandbox' && mayGive;
  const { ownerId } = view.profile;
  const of = (key: Requested, label: string, isDanger = false) => ({
    key,
    label,
    isDanger,
    onSelect: () => ask(key),
  });
  const save = {
    key: 'export',
    label: t('person.export'),
    onSelect: () => location.assign(`${accountOfficeRoutes.exportUser.path}?ownerId=${ownerId}`),
  };
  const post = {
    key: 'post',
    label: t('money.new'),
    onSelect: () => goTo(`money/new/${ownerId}`),
  };
  const money = [...(canPost ? [post] : []), ...(canGive ? [of('give', t('give.title'))] : [])];
  const acts = canAction
    ? [
        of('note', t('person.note.add')),
        of('end', t('person.end')),
        of('keys', t('person.endKeys')),
        ...(view.frozen === null ? [of('freeze', t('freeze.do'), true)] : []),
      ]
    : [];
  const asks = canChange
    ? [
        ...(view.frozen === null ? [] : [of('thaw', t('account.change.thaw'))]),
        of('factor', t('account.change.factor')),
        of('address', t('account.change.address')),
        save,
        of('erase', t('account.change.erase'), true),
      ]
    : [];
  return [
    { key: 'money', actions: money },
    { key: 'acts', actions: acts },
    { key: 'asks', label: t('account.changes'), actions: asks },
  ].filter(({ actions }) => actions.length > 0);
}

/** Signs a person out everywhere. */
function EndDialog(props: {
  ownerId: number;
  email: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTexts('admin');
  const { ownerId, email } = props;
  const { act, isPending } = useAction();
  const end = async (reason: string) => {
    const work = () => client.call(officeRoutes.endUserSessions, { body: { ownerId, reason } });
    if (await act(work, t('saved'))) props.onDone();
  };
  return (
    <ReasonDialog
      confirmLabel={t('person.end')}
      isDanger
      isOpen
      isPending={isPending}
      onClose={props.onClose}
      onConfirm={(reason) => void end(reason)}
      text={email}
      title={t('person.end')}
    >
      <Banner>{t('person.end.text')}</Banner>
    </ReasonDialog>
  );
}
