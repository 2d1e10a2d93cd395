// The name, accent and picture of the house as the operator set them, and the pictures there are.
// Not the brand file's own (ui): "" leaves those. Read by site, mails and second factors.
import { randomBytes } from 'node:crypto';
import { brandPictureBytesMax, type SiteBrand } from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';
import { cleanPicture, readPicture } from '../../../base/pictures/index.ts';
import { readWebConfig } from '../configuration/read-config.ts';

/** The house's name until an operator sets one; the brand file's for pages. */
const BRAND_NAME = 'Isobath';

/** Fewer or more pixels a side are not taken. */
const SIDE_PX = { min: 64, max: 1_024 };
/** So many stay, so that a change can be undone. */
const KEPT_COUNT = 20;

/** What is set; a picture that is not there counts as none. */
export async function readBrand(session: Session): Promise<SiteBrand> {
  const { brand } = await readWebConfig(session);
  if (brand.picture === '') return brand;
  const rows = await session.query('SELECT FROM brand_pictures WHERE picture_name = $1', [
    brand.picture,
  ]);
  return rows.length === 0 ? { ...brand, picture: '' } : brand;
}

/** What the house is called now, in mails and in the lists of authenticators. */
export async function readBrandName(session: Session): Promise<string> {
  const { brand } = await readWebConfig(session);
  return brand.name === '' ? BRAND_NAME : brand.name;
}

/**
 * Keep a picture.
 *
 * @param session - a transaction.
 * @param text - the file in base64.
 * @returns its name; undefined for what is no PNG, JPEG or WebP of that size.
 */
export async function keepBrandPicture(
  session: Session,
  text: string,
): Promise<string | undefined> {
  const brought = Buffer.from(text, 'base64');
  const clean = brought.length > brandPictureBytesMax ? undefined : cleanPicture(brought);
  const picture = clean && readPicture(clean.content);
  if (clean === undefined || picture === undefined) return undefined;
  const sides = [picture.widthPx, picture.heightPx];
  if (sides.some((px) => px < SIDE_PX.min || px > SIDE_PX.max)) return undefined;
  const name = randomBytes(16).toString('hex');
  await session.execute(
    'INSERT INTO brand_pictures (picture_name, media_type, content) VALUES ($1, $2, $3)',
    [name, clean.type, clean.content],
  );
  const { brand } = await readWebConfig(session);
  await session.execute(
    `DELETE FROM brand_pictures WHERE picture_name <> $1 AND picture_name NOT IN
       (SELECT picture_name FROM brand_pictures ORDER BY created_at DESC LIMIT $2)`,
    [brand.picture, KEPT_COUNT],
  );
  return name;
}
