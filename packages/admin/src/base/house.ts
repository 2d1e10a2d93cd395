import type { Brand } from '@isobath/ui';
import { brandPicturePath, type SiteBrand } from '@isobath/wire';

/** Name and picture as the design system takes them. */
export function toBrand({ name, picture }: SiteBrand): Brand {
  return { name: name.trim(), picture: picture === '' ? '' : brandPicturePath + picture };
}
