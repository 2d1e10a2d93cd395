// Whether the browser offers to install the site as an app, kept from the first moment on: it
// tells once a page, before anybody has opened the page that shows it.
// Not the manifest (src/manifest.ts). Started by the entry; read by the page of the app.
import { createValue } from './value.ts';

/** What browsers that install sites tell of; the others never do. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** The offer as long as it stands; null where there is none. */
export const installOffer = createValue<InstallOffer | null>(null);

/** Keep the browser's offer. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Asked on the page of the app, not over whatever is being read.
    event.preventDefault();
    installOffer.set(event as InstallOffer);
  });
  addEventListener('appinstalled', () => installOffer.set(null));
}

/** Ask as the browser asks; an offer is good for one time. */
export async function install(): Promise<void> {
  const offer = installOffer.read();
  installOffer.set(null);
  await offer?.prompt();
}
