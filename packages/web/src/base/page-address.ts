// Where one is: path below the language, and the mode of the house that it belongs to.
import { useLocation } from 'react-router';

/** The path below the language without slashes at its ends: "/en_US/market/" gives "market". */
export function pathBelowLanguage(pathname: string): string {
  return pathname
    .replace(/^\/[^/]*/, '')
    .replace(/^\/+/, '')
    .replace(/\/+$/, '');
}

/** Whether a path below the language belongs to the web3 wallet. */
export function isWeb3Path(path: string): boolean {
  return path === 'web3' || path.startsWith('web3/');
}

/** The path below the language of the page that is shown. */
export function usePagePath(): string {
  return pathBelowLanguage(useLocation().pathname);
}
