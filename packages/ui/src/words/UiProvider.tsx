// The surroundings of every component: language, zone, hidden balances, the standard words.
// Not a store: the application owns these values and hands them down once, near its root.
import { CSPProvider } from '@base-ui/react/csp-provider';
import { createContext, type ReactNode, use } from 'react';
import type { UiWords } from './words.ts';

/** Name and picture of the house; "" leaves the brand file's. */
export type Brand = {
  readonly name: string;
  /** Address of a picture that stands in place of the mark. */
  readonly picture: string;
};

/** What the application tells the design system about its reader. */
export type UiSettings = {
  /** BCP 47, for instance "en-US": marks of numbers, words of ages. */
  locale: string;
  /** IANA zone of the reader; left out, the machine's own. */
  timeZone?: string | undefined;
  /** Own amounts are shown as *****. */
  isHidden?: boolean | undefined;
  /** No flashing prices and no moving parts. */
  isCalm?: boolean | undefined;
  /** Terms with a dotted underline explain themselves; experts switch it off. */
  hasTermHints?: boolean | undefined;
  /** The server's time when this page was made: keeps the first picture equal on both sides. */
  renderedAtMs?: number | undefined;
  /** Server time minus browser time, for countdowns. */
  clockOffsetMs?: number | undefined;
  /** What an operator set in place of the brand file; left out, the file's own. */
  house?: Brand | undefined;
  /** Hears of each time that the server is there again; answers with what ends that. */
  listenBack?: ((onBack: () => void) => () => void) | undefined;
  words: UiWords;
};

const UiContext = createContext<UiSettings | null>(null);

/**
 * Give settings to all components below.
 *
 * @param props - nonce: of the content security policy, for scripts of parts; styles need none.
 */
export function UiProvider(props: {
  settings: UiSettings;
  nonce?: string | undefined;
  children: ReactNode;
}) {
  return (
    // Style elements of parts are never inserted: the browser has no nonce to give them, and
    // css/base.css says the same.
    <CSPProvider disableStyleElements nonce={props.nonce}>
      <UiContext value={props.settings}>{props.children}</UiContext>
    </CSPProvider>
  );
}

/**
 * Read the settings.
 *
 * @throws when no UiProvider is above: a component would otherwise speak no language.
 */
export function useUi(): UiSettings {
  const settings = use(UiContext);
  if (!settings) throw new Error('A component of the design system needs a UiProvider above it.');
  return settings;
}
