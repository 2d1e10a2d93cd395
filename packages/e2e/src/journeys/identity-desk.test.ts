// The desk of identity checks among colleagues: a case that one has taken is taken over by another,
// its pictures carry a mark and turn, and what two must agree to leads from the request to the
// case. What the person sees of it is in identity.test.ts.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { setFixture } from '../fixture/fixture.ts';
import { enterOffice } from '../fixture/office.ts';
import { meetPerson, type Person, signUp } from '../fixture/person.ts';

const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let person: Person;
let reviewer: Person;
let colleague: Person;

const picture = { width: 60, height: 40 };

/** What is used of a canvas in the page; the types of the page are not those of tests. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  getContext(kind: '2d'): {
    fillStyle: string;
    fillRect(x: number, y: number, width: number, height: number): void;
    getImageData(
      x: number,
      y: number,
      width: number,
      height: number,
    ): { readonly data: Uint8ClampedArray<ArrayBuffer> };
  } | null;
  toBlob(take: (content: Blob | null) => void): void;
}
declare const document: { createElement(name: 'canvas'): Canvas };

/** In the page: a picture, and the calls that the form makes. */
async function applyInPage(size: { width: number; height: number }): Promise<void> {
  const headers = { 'x-requested-with': 'isobath' };
  const ask = async (path: string, body: object | FormData) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`/hk-web/identity/${path}`, {
      method: 'POST',
      headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
      body: isForm ? body : JSON.stringify(body),
    });
    const reported = (await answer.json()) as { code: number; message: string; data: never };
    if (reported.code !== 200) throw new Error(`${path}: ${reported.code} ${reported.message}`);
    return reported.data;
  };
  const canvas = Object.assign(document.createElement('canvas'), size);
  const paint = canvas.getContext('2d');
  if (paint === null) throw new Error('no canvas');
  paint.fillStyle = '#3a6ea5';
  paint.fillRect(0, 0, size.width, size.height);
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (content === null) throw new Error('no picture');
  const send = async (kind: string): Promise<number> => {
    const form = new FormData();
    form.append('kind', kind);
    form.append('file', content, 'photo.png');
    return ((await ask('file', form)) as { fileId: number }).fileId;
  };
  await ask('standard/apply', {
    country: 'FR',
    documentType: 'passport',
    documentNumber: 'QX7719204',
    birthDate: '1990-05-17',
    firstName: 'Quincella',
    lastName: 'Marmeladova',
    fileIds: { front: await send('front'), selfie: await send('selfie') },
  });
}

async function openCase({ page }: Person): Promise<void> {
  await page.goto(`${fixture.server.address}/admin/identity`);
  await page.getByRole('list', { name: 'Identity checks' }).getByRole('link').first().click();
}

const sizeOf = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate((node) => {
    const { width, height } = node as unknown as Canvas;
    return [width, height];
  });

beforeAll(async () => {
  [reviewer, colleague, person] = await Promise.all([
    enterOffice(fixture, 'reviewer', 'compliance'),
    enterOffice(fixture, 'colleague', 'compliance'),
    meetPerson(fixture.browser, 'applicant'),
  ]);
  await signUp(person, fixture.server.address);
  await person.page.goto(`${fixture.server.address}/en_US/status`);
  await person.page.evaluate(applyInPage, picture);
});

it('is taken by one of the desk, and taken over by another', async () => {
  await openCase(colleague);
  await colleague.page.getByRole('button', { name: 'Take', exact: true }).click();
  await colleague.page.getByRole('button', { name: 'Pass', exact: true }).waitFor();
  await openCase(reviewer);
  const { page } = reviewer;
  await page.getByRole('list', { name: 'Identity checks' }).getByText(colleague.email).waitFor();
  expect(await page.getByRole('button', { name: 'Pass', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('button', { name: 'Pass', exact: true }).waitFor();
});

it('shows pictures under a mark, and turns them', async () => {
  const { page } = reviewer;
  const name = 'Front of the document';
  await expect.poll(() => sizeOf(page, name)).toEqual([picture.width, picture.height]);
  const coloursCount = await page.getByRole('img', { name }).evaluate((node) => {
    const canvas = node as unknown as Canvas;
    const paint = canvas.getContext('2d');
    const data = paint?.getImageData(0, 0, canvas.width, canvas.height).data;
    return new Set(new Uint32Array(data?.buffer ?? new ArrayBuffer(0))).size;
  });
  // The picture has one colour; the others are the mark's.
  expect(coloursCount).toBeGreaterThan(1);
  await page.getByRole('region', { name }).getByRole('button', { name: 'Turn' }).click();
  await expect.poll(() => sizeOf(page, name)).toEqual([picture.height, picture.width]);
});

it('passes by one, is taken back by two, who look at the case first', async () => {
  const { page } = reviewer;
  await page.getByRole('button', { name: 'Pass', exact: true }).click();
  const dialog = page.locator('.ui-dialog');
  await dialog.getByRole('button', { name: 'Pass', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Decided' }).check();
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await dialog.getByLabel('Front of the document').check();
  await dialog.getByLabel('It has expired').check();
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await dialog.waitFor({ state: 'detached' });
  await colleague.page.goto(`${fixture.server.address}/admin/approvals`);
  await colleague.page.getByRole('button', { name: 'Decide' }).click();
  const link = colleague.page.getByRole('link', { name: 'Look at the case' });
  await expect.poll(() => link.getAttribute('href')).toMatch(/^\/admin\/identity\/\d+$/);
  await colleague.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await colleague.page.getByText('Carried out', { exact: true }).waitFor();
  const { complaints } = reviewer;
  expect([...complaints, ...colleague.complaints]).toEqual([]);
});
