import type { TextKey } from '@isobath/texts';
import type { Permission } from '@isobath/wire';
import type { House } from '@isobath/ui';
import type { ComponentType } from 'react';
import type { PageLabel } from './texts.tsx';

/** One page of the console. */
export interface ConsolePage {
  /** Address below `/admin`, such as "people"; "" is the first page. */
  readonly path: string;
  readonly label: PageLabel;
  /** Heading of the menu it stands under. */
  readonly group: TextKey<'admin'>;
  readonly icon: typeof House;
  /** What an operator must hold to see it; the server asks again at every call. */
  readonly permission: Permission;
  /** Gets what follows its path in the address, such as "1000001". */
  readonly Page: ComponentType<{ rest: string }>;
}
