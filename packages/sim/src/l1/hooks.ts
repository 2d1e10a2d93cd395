// Decides what the production code of this program meets when it imports the outside: stand-ins of
// the simulated world. Registered by main.ts before anything of the engine is loaded.
import { registerHooks } from 'node:module';

const standIns: Readonly<Record<string, string>> = {
  pg: 'pg.ts',
  'node:net': 'net.ts',
  'node:fs': 'fs.ts',
  'node:fs/promises': 'fs-promises.ts',
  'node:os': 'os.ts',
  'node:zlib': 'zlib.ts',
};

/** Rooms of the server that live in the simulated world. */
const simulated =
  /\/server\/src\/(engine\/|base\/(db\/pool|process\/(own-socket|free-room)|projections\/))/;

/** Put the simulated world in the place of the outside. */
export function replaceOutside(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const standIn = standIns[specifier];
      if (standIn === undefined || !simulated.test(context.parentURL ?? '')) {
        return next(specifier, context);
      }
      const url = new URL(`world/modules/${standIn}`, import.meta.url).href;
      return { url, shortCircuit: true };
    },
  });
}
