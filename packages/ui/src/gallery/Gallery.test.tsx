import type { ReactNode } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Sparkline } from '../chart/Sparkline.tsx';
import { DataTable } from '../containers/DataTable.tsx';
import { Button } from '../controls/Button.tsx';
import { NumberField } from '../controls/NumberField.tsx';
import { Badge } from '../marks/Marks.tsx';
import { Amount, Money } from '../number/Amount.tsx';
import { Price } from '../number/Price.tsx';
import { ToastProvider } from '../overlays/Toasts.tsx';
import { sampleWords } from '../words/sample-words.ts';
import { UiProvider, type UiSettings } from '../words/UiProvider.tsx';
import { Gallery } from './Gallery.tsx';

const settings: UiSettings = { locale: 'en-US', words: sampleWords, renderedAtMs: 0 };

function show(part: ReactNode, more: Partial<UiSettings> = {}): string {
  return renderToString(<UiProvider settings={{ ...settings, ...more }}>{part}</UiProvider>);
}

/** With the parts that come in files of their own. */
async function showWhole(part: ReactNode): Promise<string> {
  const stream = await renderToReadableStream(<UiProvider settings={settings}>{part}</UiProvider>);
  await stream.allReady;
  return new Response(stream).text();
}

describe('the parts on a server', () => {
  it('keeps the place of a line that is not known yet, and says nothing of it', () => {
    const draw = (values?: readonly string[]) =>
      show(<Sparkline change="-1.00" label="Last day" values={values} />);
    const [unknown, none, some] = [draw(), draw([]), draw(['3', '1', '2'])];
    const frameOf = (html: string) => html.slice(0, html.indexOf('>'));
    expect([frameOf(none), frameOf(some)]).toEqual([frameOf(unknown), frameOf(unknown)]);
    expect([unknown, none, some].map((html) => html.includes('<path'))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('draws the whole gallery without a browser and without style elements', () => {
    const html = show(
      <ToastProvider>
        <Gallery />
      </ToastProvider>,
    );
    for (const id of [
      'tokens',
      'numbers',
      'fields',
      'layers',
      'tables',
      'charts',
      'talks',
      'states',
    ]) {
      expect(html).toContain(`id="${id}"`);
    }
    expect(html).not.toMatch(/<style/);
    expect(html).not.toMatch(/undefined|NaN|\[object/);
  });
  it('says a collapsed price in full to the ear and in short to the eye', () => {
    const html = show(<Price decimals={8} value="0.00000614" />);
    expect(html).toContain('<span class="ui-sr">0.00000614</span>');
    expect(html).toContain('<sub>5</sub>614');
    expect(html).toContain('title="0.00000614"');
  });
  it('hides own amounts alone', () => {
    const own = show(<Amount isOwn unit="BTC" value="0.41" />, { isHidden: true });
    expect(own).toContain('*****');
    expect(own).not.toContain('0.41');
    expect(show(<Amount unit="BTC" value="0.41" />, { isHidden: true })).toContain('0.41');
  });
  it('tells the unknown from zero', () => {
    expect(show(<Money value={null} />)).toContain('--');
    expect(show(<Money value="0" />)).toContain('>0<');
  });
  it('keeps inputs free of collapsed zeros and writes the language s mark', () => {
    const field = (
      <NumberField label="Price" onChange={() => {}} step="0.00000001" value="0.00000614" />
    );
    expect(show(field)).toContain('value="0.00000614"');
    expect(show(field, { locale: 'de-DE' })).toContain('value="0,00000614"');
  });
  it('keeps a pending or blocked button in reach and says why', () => {
    const pending = show(<Button isPending>Buy</Button>);
    expect(pending).toContain('aria-busy="true"');
    expect(pending).toContain('Sending');
    const blocked = show(<Button whyDisabled="Halted until 12:30">Buy</Button>);
    expect(blocked).toContain('aria-disabled="true"');
    expect(blocked).not.toContain(' disabled=""');
    expect(blocked).toContain('Halted until 12:30');
  });
  it('counts to 99 and then says 99+', () => {
    expect(show(<Badge count={99} />)).toContain('>99<');
    expect(show(<Badge count={100} />)).toContain('99+');
    expect(show(<Badge count={0} />)).toBe('');
  });
  it('draws only rows in sight of a long table, and all of a short one', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => String(index));
    const table = (count: number) =>
      showWhole(
        <DataTable
          columns={[{ key: 'a', head: 'A', width: '1fr', cell: (row) => row }]}
          label="Rows"
          rowKey={(row) => row}
          rows={rows(count)}
        />,
      );
    const drawn = (html: string) => html.match(/data-index=/g)?.length ?? 0;
    expect(drawn(await table(50))).toBe(50);
    const long = await table(5000);
    expect(drawn(long)).toBeGreaterThan(10);
    expect(drawn(long)).toBeLessThan(90);
    expect(long).toContain('aria-rowcount="5001"');
  });
});
