// The one place that loads zod. It probes for code generation on every page otherwise, which the
// content security policy reports as a violation; so everybody takes `z` from here.
import { z } from 'zod';

z.config({ jitless: true });

export { z };
