// Runs every *.cases.txt of spot. A file holds cases of this form:
//
//   case: an iceberg shows its next part at the end of its level     a sentence
//   > a sell limit size=10 price=105 visible=4                       trader a..d acts
//   opened 1 live hold 10                                            what must happen, line by line
//   level sell 105 = 4
//   > time 1000                                                      time passes; timers fire
//
// Every trader has 10 000 units of base and quote; one lot and one tick-lot are one unit each.
// Words of an order: side, type, then price= size= amount= stop= delta= activation= visible=
// slippage= tif= stp= until= (ms after the start) name= (client id) on= (market). Other lines:
// cancel N, amend N SIZE NAME, cancelAll, cancelList N, deadMan MS, closeOut, replace N CONDITION
// ORDER, where N is a number or name=NAME@MARKET, oco|oto|otoco LEG; LEG, batch ITEM; ITEM. Of the
// operator: state, auction NOCANCEL OPEN, reference, group, fees, limit NAME VALUE, drain TRADER
// LEFT, give TRADER UNITS (base), fund UNITS (quote for the house's dust account), market ID (one
// more of the same coins).
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rejects } from '../../../reject.ts';
import { Scene } from './scene.ts';

/** Code of the first reject that belongs to orders. */
const firstSpotReject = 40_030;
/** Of products after spot, and of the ledger since. */
const firstLaterReject = 40_070;

interface Case {
  readonly name: string;
  readonly lines: readonly string[];
}

function readCases(text: string): Case[] {
  const blocks = text.split(/^case: /m).slice(1);
  return blocks.map((block) => {
    const [name, ...lines] = block.split('\n').map((line) => line.trim());
    return { name, lines: lines.filter((line) => line !== '' && !line.startsWith('#')) };
  });
}

function play(lines: readonly string[]): string[] {
  const scene = new Scene();
  return lines
    .filter((line) => line.startsWith('>'))
    .flatMap((line) => [line, ...scene.do(line.slice(1))]);
}

const folder = new URL('.', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.cases.txt'));

test('there are cases to run', () => {
  expect(files.length).toBeGreaterThanOrEqual(8);
});

const texts = files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
const spotRejects = (Object.entries(rejects) as [string, readonly [number, ...string[]]][])
  .filter(([, [code]]) => code >= firstSpotReject && code < firstLaterReject)
  .map(([word]) => word);

test.each(spotRejects)('some case is refused with %s', (word) => {
  expect(texts).toContain(`refused ${word} `);
});

for (const file of files) {
  describe(file, () => {
    for (const { name, lines } of readCases(readFileSync(new URL(file, folder), 'utf8'))) {
      test(name, () => {
        expect(play(lines)).toEqual(lines);
      });
    }
  });
}
