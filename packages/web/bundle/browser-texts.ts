// What the browser gets of the package texts: the lists without catalogues that only the server or
// the operators' console reads. Each name of a file is carried in the first load.
// Not for pages rendered on the server, which use texts itself. Called by vite.config.ts.
import type { Plugin } from 'vite';

/** Words for search engines, of the console, of answers and of mails: no page asks for them. */
const absent = /^ +\w+: \(\) => import\('\.\/\w+\/(about|admin|errors|mail)\.json'.*\n/gm;

/** Give the browser the small list of catalogues. */
export function browserTexts(): Plugin {
  return {
    name: 'isobath:browser-texts',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /[\\/]texts[\\/]src[\\/]catalogues\.ts$/ },
      handler: (code) => ({ code: code.replace(absent, ''), map: null }),
    },
  };
}
