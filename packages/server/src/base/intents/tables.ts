import { listMigrations } from '../db/index.ts';

/** Tables of intents. */
export const intentMigrations = listMigrations('intents', import.meta.url, [
  '0001-intents',
  '0002-written-at',
]);
