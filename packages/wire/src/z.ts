// The one place that loads zod. It probes for code generation on every page otherwise, which the
// content security policy reports as a violation; so everybody takes `z` from here. On the server
// there is no such policy, and generated checks take a third of the time.
import { z } from 'zod';

z.config({ jitless: !('process' in globalThis) });

export { z };
