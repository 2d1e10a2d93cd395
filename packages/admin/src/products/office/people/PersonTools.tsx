// What can be done about a person, as far as the operator's role goes: money, freezing, signing
// out, keys, notes, his data, and changes on evidence. Shown by PersonPage.tsx.
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
import { useAct } from '../../../base/use-act.ts';
import { ChangeDialog, FreezeDialog, KeysDialog, NoteDialog } from './AccountDialogs.tsx';
import { GiveDialog } from './GiveDialog.tsx';

type Asked = 'end' | 'give' | 'freeze' | 'keys' | 'note' | AccountChange;

const changes: readonly AccountChange[] = ['factor', 'address', 'erase'];
const isChange = (asked: Asked): asked is AccountChange =>
  asked === 'thaw' || changes.some((each) => each === asked);

/** The tools. */
export function PersonTools(props: { view: UserView; onDone: () => void }) {
  const t = useTexts('admin');
  const { ownerId, email } = props.view.profile;
  const [asked, setAsked] = useState<Asked | null>(null);
  const groups = useGroups(props.view, setAsked);
  const dialog = {
    ownerId,
    email,
    onClose: () => setAsked(null),
    onDone: () => {
      setAsked(null);
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
      {asked === 'end' ? <EndDialog {...dialog} /> : null}
      {asked === 'give' ? (
        <GiveDialog email={email} onClose={dialog.onClose} ownerId={ownerId} />
      ) : null}
      {asked === 'freeze' ? <FreezeDialog {...dialog} /> : null}
      {asked === 'keys' ? <KeysDialog {...dialog} /> : null}
      {asked === 'note' ? <NoteDialog {...dialog} /> : null}
      {asked !== null && isChange(asked) ? <ChangeDialog {...dialog} change={asked} /> : null}
    </>
  );
}

function useGroups(view: UserView, ask: (asked: Asked) => void): readonly MenuGroup[] {
  const t = useTexts('admin');
  const canAct = usePermission('users.act');
  const canChange = usePermission('users.change');
  const mayGive = usePermission('money.give');
  const canPost = usePermission('money.post');
  const canGive = useOperator().mode === 'sandbox' && mayGive;
  const { ownerId } = view.profile;
  const of = (key: Asked, label: string, isDanger = false) => ({
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
  const acts = canAct
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
  const { act, isPending } = useAct();
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
