import type { HouseBrand } from '@isobath/ui';
import { brandPicturePath, type SiteBrand } from '@isobath/wire';

/** Name and picture as the design system takes them. */
export function toHouseBrand({ name, picture }: SiteBrand): HouseBrand {
  return { name: name.trim(), picture: picture === '' ? '' : brandPicturePath + picture };
}
