import { type ComponentType, lazy, Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { lazyPart } from './lazy-part.ts';

const fail = (): Promise<{ default: ComponentType }> => Promise.reject(new Error('no network'));

/** What stands on a page with a part beside it, and what went wrong on the way. */
async function render(Part: ComponentType): Promise<{ html: string; errors: unknown[] }> {
  const errors: unknown[] = [];
  const page = (
    <main>
      here
      <Suspense>
        <Part />
      </Suspense>
    </main>
  );
  const stream = await renderToReadableStream(page, {
    onError: (error) => void errors.push(error),
  });
  await stream.allReady;
  return { html: await new Response(stream).text(), errors };
}

it('leaves out a part whose file does not come, and says nothing went wrong', async () => {
  const { html, errors } = await render(lazyPart(fail, 'default'));
  expect(html).toContain('here');
  expect(errors).toEqual([]);
  // What it stands for does fail, and in a browser that takes the page with it.
  expect((await render(lazy(fail))).errors).toHaveLength(1);
});

it('shows a part whose file comes', async () => {
  const { html } = await render(lazyPart(async () => ({ Part: () => <b>part</b> }), 'Part'));
  expect(html).toContain('<b>part</b>');
});
