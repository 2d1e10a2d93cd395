// The document in which somebody else's script answers a line of customer service. It has no
// origin: neither the site nor the back office, nor any cookie or storage of ours can be reached
// from it, also when it is opened by itself. It may speak with the hosts that the machine lets in,
// and tell the page around it three things. Mounted by the edge's process.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** What the document needs. */
export interface OutsideOptions {
  /** Hosts that the machine lets in, such as `chat.example.com`. */
  readonly hosts: readonly string[];
  /** The script behind a line, undefined when there is none. */
  readonly readScript: (
    line: number,
  ) => Promise<{ readonly address: string; readonly name: string } | undefined>;
}

/**
 * Brings the script and answers the page: `how` asks how it is, `open` shows it. Told is whether
 * the script came, whether its object is ready, and how much is unread.
 */
const BRIDGE = `(function () {
  var own = document.body.dataset;
  function find() { return window[own.name]; }
  function tell(step) {
    var found = find();
    var unread = Number(found && found.unreadCount);
    parent.postMessage({
      step: step,
      isReady: found !== undefined && found.isReady !== false,
      unreadCount: unread > 0 ? Math.floor(unread) : 0
    }, '*');
  }
  addEventListener('message', function (event) {
    if (event.source !== parent) return;
    var found = find();
    if (event.data === 'open' && found && found.open) found.open();
    tell('state');
  });
  var script = document.createElement('script');
  script.addEventListener('load', function () { tell('loaded'); });
  script.addEventListener('error', function () { tell('failed'); });
  script.src = own.address;
  document.head.append(script);
})();`;

const BRIDGE_HASH = createHash('sha256').update(BRIDGE).digest('base64');

/** No word of it lets the script out: no same origin, no way to take the page elsewhere. */
const RIGHTS = 'allow-scripts allow-forms allow-popups';

function policyOf(hosts: readonly string[]): string {
  const theirs = hosts.map((host) => `https://${host}`).join(' ');
  const lines = hosts.map((host) => `wss://${host}`).join(' ');
  return [
    `sandbox ${RIGHTS}`,
    "default-src 'none'",
    `script-src 'sha256-${BRIDGE_HASH}' ${theirs}`,
    `style-src 'unsafe-inline' ${theirs}`,
    `img-src data: blob: ${theirs}`,
    `font-src data: ${theirs}`,
    `media-src ${theirs}`,
    `connect-src ${theirs} ${lines}`,
    `frame-src ${theirs}`,
    `form-action ${theirs}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
const escape = (text: string): string => text.replace(/[&"<]/g, (sign) => escapes[sign] ?? '');

function makeDocument({ address, name }: { address: string; name: string }): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(new URL(address).host)}</title></head>
<body data-address="${escape(address)}" data-name="${escape(name)}">
<script>${BRIDGE}</script>
</body>
</html>
`;
}

/** Mount the document: one address a line. */
export function mountOutside(app: FastifyInstance, { hosts, readScript }: OutsideOptions): void {
  const policy = policyOf(hosts);
  app.route({
    method: 'GET',
    url: '/outside/:line',
    handler: async (request, reply) => {
      const { line } = request.params as { line: string };
      const script = /^[123]$/.test(line) ? await readScript(Number(line)) : undefined;
      reply.header('content-security-policy', policy);
      reply.header('cache-control', 'no-store');
      reply.header('x-robots-tag', 'noindex');
      reply.header('x-frame-options', 'SAMEORIGIN');
      if (script === undefined) return reply.code(404).type('text/plain').send('404');
      return reply.type('text/html; charset=utf-8').send(makeDocument(script));
    },
  });
}
