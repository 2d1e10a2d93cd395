// Looks of the page before it is painted: theme, palette, direction, text size, density and motion,
// kept in a cookie each so that a small script in the head can set them before the first picture.
// Not here: the tokens (ui). Read by the root and by the settings menus.

/** What can be set, with its first value. */
const looks = {
  theme: ['dark', 'light', 'system'],
  palette: ['classic', 'clear'],
  orientation: ['normal', 'swap'],
  'font-scale': ['100', '90', '110', '125'],
  density: ['auto', 'comfortable', 'compact', 'dense'],
  motion: ['full', 'calm'],
} as const;

/** What of the looks can be set. */
export type LookName = keyof typeof looks;
/** A value of a look. */
export type LookValue<TName extends LookName> = (typeof looks)[TName][number];

/** Themes one can choose. */
export const themes = looks.theme;

const yearSeconds = 31_536_000;

/**
 * Script of the head: sets the looks from their cookies before anything is painted. The wallet is
 * always dark, and a download bar that was closed is never seen.
 */
export const themeScript = `(function(d){var l=${JSON.stringify(looks)};for(var n in l){
var m=document.cookie.match(new RegExp('(?:^|; )'+n+'=([a-z0-9]+)'));
d.setAttribute('data-'+n,m&&l[n].indexOf(m[1])>=0?m[1]:l[n][0])}
if(/^\\/[^/]+\\/web3(\\/|$)/.test(location.pathname))d.setAttribute('data-theme','dark');
try{if(localStorage.getItem('isobath.downloadBar')==='true')d.setAttribute('data-no-app','')}
catch(e){}})(document.documentElement)`;

/** Read a look as the page wears it now; outside a browser the first value. */
export function readLook<TName extends LookName>(name: TName): LookValue<TName> {
  const found =
    typeof document === 'undefined' ? null : document.documentElement.getAttribute(`data-${name}`);
  const known: readonly string[] = looks[name];
  return (found !== null && known.includes(found) ? found : looks[name][0]) as LookValue<TName>;
}

/** Wear a look from now on; canvases hear of it through the event `isobath-look`. */
export function writeLook<TName extends LookName>(name: TName, value: LookValue<TName>): void {
  document.documentElement.setAttribute(`data-${name}`, value);
  document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax`;
  window.dispatchEvent(new Event('isobath-look'));
}

/** Whether nothing may move for its own sake: chosen here, or asked for by the device. */
export function isCalm(): boolean {
  return readLook('motion') === 'calm' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Remember the language for addresses without one. */
export function writeLocaleCookie(locale: string): void {
  document.cookie = `locale=${locale}; path=/; max-age=${yearSeconds}; samesite=lax`;
}

/** Wear the dark theme whatever was chosen, or what was chosen again. */
export function forceDark(isForced: boolean): void {
  const cookie = /(?:^|; )theme=(dark|light|system)/.exec(document.cookie);
  const chosen = cookie?.[1] ?? looks.theme[0];
  const wanted = isForced ? 'dark' : chosen;
  if (readLook('theme') === wanted) return;
  document.documentElement.setAttribute('data-theme', wanted);
  window.dispatchEvent(new Event('isobath-look'));
}
