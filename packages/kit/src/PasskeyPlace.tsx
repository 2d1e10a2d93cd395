// Where passkeys can be made: browsers make none for a host that is a number. What stands in place
// of a button that could only fail, with the way to the same page by name.
import { Banner } from '@isobath/ui';
import { useSyncExternalStore } from 'react';
import { useTexts } from './texts.tsx';

const numberedHost = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;

/** Whether this browser can use passkeys at the address it is at. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !numberedHost.test(location.hostname);
}

/** The same page by name, for a browser at such an address; "" for one at a named host. */
export function nameAddress({ href, hostname }: Pick<Location, 'href' | 'hostname'>): string {
  return numberedHost.test(hostname) ? href.replace(hostname, 'localhost') : '';
}

const never = () => () => {};

/** Of the page that is shown; "" while the server renders. */
export function useNamedAddress(): string {
  return useSyncExternalStore(
    never,
    () => nameAddress(location),
    () => '',
  );
}

/** The way to where passkeys work; nothing at a named host. */
export function PasskeyPlace() {
  const elsewhere = useNamedAddress();
  return elsewhere === '' ? null : <PasskeyPlaceBanner elsewhere={elsewhere} />;
}

/** The same said wherever it stands. @param props - elsewhere: "" where there is no way. */
export function PasskeyPlaceBanner({ elsewhere }: { readonly elsewhere: string }) {
  const t = useTexts('kit');
  return (
    <Banner tone="warn">
      <p>{t('passkey.place')}</p>
      {elsewhere === '' ? null : (
        <a className="ui-link" href={elsewhere}>
          {t('passkey.open')}
        </a>
      )}
    </Banner>
  );
}
