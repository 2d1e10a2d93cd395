// Everything that is the house's own: where this installation is reached, the mail boxes and
// accounts of the brand file, and what the operator added to the list in the database.
import { brand, brandAddress } from '@isobath/ui';
import type { OfficialChannel } from '@isobath/wire';

/**
 * Put the list together, each address once.
 *
 * @param origin - where this installation is reached.
 * @param listed - what the operator named.
 */
export function listOwnChannels(
  origin: string,
  listed: readonly OfficialChannel[],
): readonly OfficialChannel[] {
  const { host, hostname } = new URL(origin);
  const boxes = Object.keys(brand.mailboxes) as (keyof typeof brand.mailboxes)[];
  const all: OfficialChannel[] = [
    { kind: 'domain', value: host, name: '' },
    ...boxes.map(
      (box): OfficialChannel => ({ kind: 'mail', value: brandAddress(box, hostname), name: '' }),
    ),
    ...[...brand.networks, ...brand.chats]
      .filter(({ address }) => (address as string) !== '')
      .map(({ address, name }): OfficialChannel => ({ kind: 'social', value: address, name })),
    ...listed,
  ];
  const known = new Map(all.map((channel) => [`${channel.kind} ${channel.value}`, channel]));
  return [...known.values()];
}
