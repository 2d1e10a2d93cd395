// The dialog with a key's terms: name, permissions, addresses; for a new one also its kind and how
// long it lives. It calls nothing: the page does.
import type { ApiKeyRow, KeyPermission } from '@isobath/wire';
import { Button, Checkbox, Dialog, Segmented, TextArea, TextField } from '@isobath/ui';
import { useId, useState } from 'react';
import { isPathPlanned } from '../../../base/planned.ts';
import { useTexts } from '../../../base/texts.tsx';

/** What a person wants of a key. */
export interface KeyRequest {
  readonly label: string;
  readonly permissions: KeyPermission[];
  readonly ipList: string[];
  readonly expiresInDays?: number;
  readonly publicKey?: string;
}

const PERMISSIONS = ['read', 'spot', 'margin', 'contract', 'transfer', 'withdraw'] as const;

/** The page of what a right is for; the others are for what there is in any case. */
const productOf: Partial<Record<KeyPermission, string>> = {
  margin: 'margin/trade/btc_usdt',
  contract: 'contract/exchange/trade/',
};

/** The rights that do something, and those a key has, so that they can be taken from it. */
export function listOffered(given: readonly KeyPermission[]): readonly KeyPermission[] {
  return PERMISSIONS.filter((one) => {
    const product = productOf[one];
    return given.includes(one) || product === undefined || !isPathPlanned(product);
  });
}
const DAYS = ['30', '90', '365', 'never'] as const;

function readAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '');
}

/** The terms of a new key, or of one that is there. */
export function KeyForm(props: {
  row: ApiKeyRow | undefined;
  refusal: string;
  isSaving: boolean;
  onSave: (request: KeyRequest) => void;
  onClose: () => void;
}) {
  const t = useTexts('keys');
  const formId = useId();
  const { row } = props;
  const [label, setLabel] = useState(row?.label ?? '');
  const [permissions, setPermissions] = useState<readonly KeyPermission[]>(
    row?.permissions ?? ['read'],
  );
  const [addresses, setAddresses] = useState(row?.ipList.join('\n') ?? '');
  const [kind, setKind] = useState<'hmac' | 'ed25519'>('hmac');
  const [publicKey, setPublicKey] = useState('');
  const [days, setDays] = useState<(typeof DAYS)[number]>('90');
  const ipList = readAddresses(addresses);
  const isBound = ipList.length > 0;
  const needsAddresses = permissions.includes('withdraw') && !isBound;
  // A key that may be used from everywhere lives 90 days at most.
  const chosenDays = !isBound && (days === '365' || days === 'never') ? '90' : days;
  const isReady = label.trim() !== '' && permissions.length > 0 && !needsAddresses;

  const toggle = (permission: KeyPermission, isOn: boolean) =>
    setPermissions(
      PERMISSIONS.filter((one) => (one === permission ? isOn : permissions.includes(one))),
    );
  const submit = () => {
    const request: KeyRequest = { label: label.trim(), permissions: [...permissions], ipList };
    if (row !== undefined) props.onSave(request);
    else {
      props.onSave({
        ...request,
        ...(chosenDays === 'never' ? {} : { expiresInDays: Number(chosenDays) }),
        ...(kind === 'ed25519' ? { publicKey } : {}),
      });
    }
  };

  return (
    <Dialog
      foot={
        <>
          <Button onClick={props.onClose} variant="quiet">
            {t('cancel')}
          </Button>
          <Button
            disabled={!isReady}
            form={formId}
            isPending={props.isSaving}
            type="submit"
            variant="primary"
          >
            {row === undefined ? t('create') : t('save')}
          </Button>
        </>
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      title={row === undefined ? t('createTitle') : t('changeTitle')}
    >
      <form
        className="keys-form"
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          hint={t('labelHint')}
          input={{ maxLength: 40, required: true, autoComplete: 'off' }}
          label={t('label')}
          onChange={setLabel}
          value={label}
        />
        {row === undefined ? (
          <>
            <Segmented
              isFull
              label={t('kind')}
              onChange={setKind}
              options={[
                { value: 'hmac', label: 'HMAC-SHA256' },
                { value: 'ed25519', label: 'Ed25519' },
              ]}
              value={kind}
            />
            <p className="keys-note">{t(`kindHint.${kind}`)}</p>
            {kind === 'ed25519' ? (
              <TextArea
                label={t('publicKey')}
                maxLength={400}
                onChange={setPublicKey}
                rows={3}
                value={publicKey}
              />
            ) : null}
          </>
        ) : null}
        <fieldset className="keys-permissions">
          <legend>{t('permissions')}</legend>
          {listOffered(row?.permissions ?? []).map((permission) => (
            <Checkbox
              hint={t(`permissionHint.${permission}`)}
              isOn={permissions.includes(permission)}
              key={permission}
              label={t(`permission.${permission}`)}
              onChange={(isOn) => toggle(permission, isOn)}
            />
          ))}
        </fieldset>
        <TextArea
          hint={t('addressesHint')}
          label={t('addresses')}
          onChange={setAddresses}
          rows={2}
          value={addresses}
          {...(needsAddresses ? { error: t('addressesNeeded') } : {})}
        />
        {row === undefined ? (
          <Segmented
            isFull
            label={t('expires')}
            onChange={setDays}
            options={DAYS.map((value) => ({
              value,
              label: value === 'never' ? t('never') : t('days', { count: Number(value) }),
              isDisabled: !isBound && (value === '365' || value === 'never'),
            }))}
            value={chosenDays}
          />
        ) : null}
        {isBound || row !== undefined ? null : <p className="keys-note">{t('unboundHint')}</p>}
        {props.refusal === '' ? null : (
          <p className="keys-refusal" role="alert">
            {props.refusal}
          </p>
        )}
      </form>
    </Dialog>
  );
}
