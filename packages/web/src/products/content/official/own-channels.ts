// Everything that is the house's own: where this installation is reached, the mail boxes and
// accounts of the brand file or those set in their place, and what the operator added to the list.
import { brand, brandAddress } from '@isobath/ui';
import type { OfficialChannel, SiteContact } from '@isobath/wire';

/**
 * Put the list together, each address once.
 *
 * @param origin - where this installation is reached.
 * @param listed - what the operator named.
 * @param contacts - addresses in place of the brand file's.
 */
export function listOwnChannels(
  origin: string,
  listed: readonly OfficialChannel[],
  contacts: readonly SiteContact[],
): readonly OfficialChannel[] {
  const { host, hostname } = new URL(origin);
  const readSet = (key: string) => contacts.find(({ place }) => place === key)?.address;
  const boxes = Object.keys(brand.mailboxes) as (keyof typeof brand.mailboxes)[];
  const all: OfficialChannel[] = [
    { kind: 'domain', value: host, name: '' },
    ...boxes.map(
      (box): OfficialChannel => ({
        kind: 'mail',
        value: readSet(box) ?? brandAddress(box, hostname),
        name: '',
      }),
    ),
    ...[...brand.networks, ...brand.chats]
      .map(({ key, name, address }) => ({ name, address: readSet(key) ?? (address as string) }))
      .filter(({ address }) => address !== '')
      .map(({ address, name }): OfficialChannel => ({ kind: 'social', value: address, name })),
    ...listed,
  ];
  const known = new Map(all.map((channel) => [`${channel.kind} ${channel.value}`, channel]));
  return [...known.values()];
}
