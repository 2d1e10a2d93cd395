// A client for files: it says how much of the body has left, which fetch itself cannot. It is no
// part of the client of all pages, whose first visit it would weigh on.
// Used by forms that take files.
import type { Client } from '@isobath/sdk';
import { makeClient } from './client.ts';

function readHeaders(headers: HeadersInit | undefined): [string, string][] {
  return [...new Headers(headers).entries()];
}

/** A fetch that reports the share of the body that was sent, from 0 to 1. */
function makeReportingFetch(onShare: (share: number) => void): typeof fetch {
  return (address, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'GET', String(address));
      for (const [name, value] of readHeaders(init?.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onShare(total > 0 ? loaded / total : 0),
      );
      request.addEventListener('load', () =>
        resolve(new Response(request.responseText, { status: request.status })),
      );
      request.addEventListener('error', () => reject(new TypeError('no answer')));
      request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      init?.signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init?.body as XMLHttpRequestBodyInit | null);
    });
}

/** A client for one file. @param onShare - hears how much of it has left, from 0 to 1. */
export function uploadClient(onShare: (share: number) => void): Client {
  return makeClient({ fetch: makeReportingFetch(onShare) });
}
