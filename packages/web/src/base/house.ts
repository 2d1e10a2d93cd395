// What the house is called and wears: what the operator set, else the brand file's own.
// Not its contacts (shell/footer). Read by the root, by titles and by whatever names the house.
import { brand, type Brand } from '@isobath/ui';
import { brandPicturePath, type SiteBrand } from '@isobath/wire';
import { type RootData, useRootData } from './session.ts';

/** The house's name. */
export function brandNameOf(set: SiteBrand): string {
  return set.name === '' ? brand.name : set.name;
}

/** The house's name on the page that is shown. */
export function useBrandName(): string {
  return brandNameOf(useRootData().config.brand);
}

/** Address of the picture that stands in place of the mark; "" for none. */
export function pictureOf({ picture }: SiteBrand): string {
  return picture === '' ? '' : brandPicturePath + picture;
}

/** Name and picture as the design system takes them. */
export function toBrand(set: SiteBrand): Brand {
  return { name: set.name, picture: pictureOf(set) };
}

/** The house's name from what a page's `meta` is given. */
export function readBrandName(matches: readonly unknown[]): string {
  const root = matches[0] as { loaderData?: RootData | undefined } | undefined;
  const set = root?.loaderData?.config.brand;
  return set === undefined ? brand.name : brandNameOf(set);
}
