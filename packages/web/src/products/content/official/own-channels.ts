// Everything that is the house's own: where this installation is reached, its other domains and
// apps, the mail boxes and accounts of the brand file or those set in their place, and what the
// operator added to the list.
import { brand, brandAddress } from '@isobath/ui';
import type { DownloadConfig, OfficialChannel, SiteContact } from '@isobath/wire';
import { listBackupWebsites } from '../../../base/downloads/backup-websites.ts';

/**
 * Put the list together, each address once.
 *
 * @param address - where people find the site, "" when nobody has said it.
 * @param listed - what the operator named.
 * @param contacts - addresses in place of the brand file's.
 * @param downloads - other domains of this exchange and addresses of the app.
 */
export function listOwnChannels(
  address: string,
  listed: readonly OfficialChannel[],
  { contacts, downloads }: { contacts: readonly SiteContact[]; downloads: DownloadConfig },
): readonly OfficialChannel[] {
  const readSet = (key: string) => contacts.find(({ place }) => place === key)?.address;
  const boxes = Object.keys(brand.mailboxes) as (keyof typeof brand.mailboxes)[];
  const domains = [{ address }, ...listBackupWebsites(downloads.backupWebsites)].flatMap(readHost);
  const all: OfficialChannel[] = [
    ...domains.map((value): OfficialChannel => ({ kind: 'domain', value, name: '' })),
    ...boxes.map(
      (box): OfficialChannel => ({
        kind: 'mail',
        value: readSet(box) ?? brandAddress(box),
        name: '',
      }),
    ),
    ...[...brand.networks, ...brand.chats]
      .map(({ key, name, address }) => ({ name, address: readSet(key) ?? (address as string) }))
      .filter(({ address }) => address !== '')
      .map(({ address, name }): OfficialChannel => ({ kind: 'social', value: address, name })),
    ...listApps(downloads, domains),
    ...listed,
  ];
  const known = new Map(all.map((channel) => [`${channel.kind} ${channel.value}`, channel]));
  return [...known.values()];
}

function readHost({ address }: { readonly address: string }): string[] {
  return URL.canParse(address) ? [new URL(address).host] : [];
}

/** Apps that somebody else gives out: the address of each is ours, nothing else at that place. */
function listApps(downloads: DownloadConfig, domains: readonly string[]): OfficialChannel[] {
  const apps = [
    ['App', downloads.appUrl],
    ['Android', downloads.androidUrl],
    ['iOS', downloads.iosUrl],
  ] as const;
  return apps
    .filter(([, address]) => readHost({ address }).some((host) => !domains.includes(host)))
    .map(([name, value]): OfficialChannel => ({ kind: 'social', value, name }));
}
