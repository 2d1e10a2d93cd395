import { expect, test } from 'vitest';
import { readLines } from './read-lines.ts';

test('a file of a spreadsheet becomes lines, whatever separates its cells', () => {
  const lines = [
    { account: 'ann@example.com', asset: 'USDT', amount: '1.5' },
    { account: '1000002', asset: 'BTC', amount: '2' },
  ];
  expect(
    readLines('\ufeffAccount,Asset,Amount\r\n ann@example.com,usdt,1.5\r\n\r\n1000002,"BTC",2\r\n'),
  ).toEqual({ lines });
  expect(readLines('account;asset;amount\nann@example.com;USDT;1.5\n1000002;BTC;2')).toEqual({
    lines,
  });
  expect(readLines('account\tasset\tamount\n1000002\tBTC\t2')).toEqual({ lines: lines.slice(1) });
});

test('a row that has not three cells is named, and nothing is read', () => {
  expect(readLines('')).toEqual({ wrongLine: 1 });
  expect(readLines('asset,account,amount\n1,BTC,2')).toEqual({ wrongLine: 1 });
  expect(readLines('account,asset,amount')).toEqual({ wrongLine: 2 });
  // A thousand with a comma would be another amount.
  expect(readLines('account,asset,amount\n1,BTC,2\n1,BTC,"1,000"')).toEqual({ wrongLine: 3 });
  expect(readLines('account,asset,amount\n1,,2')).toEqual({ wrongLine: 2 });
});
