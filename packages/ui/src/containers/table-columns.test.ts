import { describe, expect, it } from 'vitest';
import { type Column, holdRows, listTracks, sortRows, turnSort } from './table-columns.ts';

type Row = { name: string; price: string | null };

const rows: Row[] = [
  { name: 'b', price: '9.5' },
  { name: 'a', price: '10.10' },
  { name: 'd', price: null },
  { name: 'c', price: '-3' },
];
const columns: Column<Row>[] = [
  {
    key: 'name',
    head: 'Name',
    width: '1fr',
    cell: (row) => row.name,
    sortBy: (row) => row.name,
    sortAs: 'text',
  },
  {
    key: 'price',
    head: 'Price',
    width: '96px',
    priority: 2,
    cell: (row) => row.price,
    sortBy: (row) => row.price,
  },
  { key: 'more', head: 'More', width: '40px', priority: 3, cell: () => '' },
];
const names = (list: readonly Row[]) => list.map((row) => row.name).join('');

describe('table columns', () => {
  it('orders numbers as decimals and leaves the unknown last both ways', () => {
    expect(names(sortRows(rows, columns, { key: 'price', direction: 'up' }))).toBe('cbad');
    expect(names(sortRows(rows, columns, { key: 'price', direction: 'down' }))).toBe('abcd');
    expect(names(sortRows(rows, columns, { key: 'name', direction: 'down' }))).toBe('dcba');
    expect(sortRows(rows, columns, null)).toBe(rows);
  });
  it('turns a head from down to up to none', () => {
    const down = turnSort(null, 'price');
    expect(down).toEqual({ key: 'price', direction: 'down' });
    const up = turnSort(down, 'price');
    expect(up).toEqual({ key: 'price', direction: 'up' });
    expect(turnSort(up, 'price')).toBeNull();
    expect(turnSort(up, 'name')).toEqual({ key: 'name', direction: 'down' });
  });
  it('holds rows in their places and sets new ones at the end', () => {
    const held = ['c', 'a', 'b'];
    expect(names(holdRows(rows, (row) => row.name, held))).toBe('cabd');
    expect(holdRows(rows, (row) => row.name, null)).toBe(rows);
  });
  it('drops tracks by priority', () => {
    const count = (tracks = '') => tracks.match(/px, |fr/g)?.length;
    const tracks = listTracks(columns);
    expect(count(tracks['--tracks-3'])).toBe(3);
    expect(tracks['--tracks-2']).toBe('1fr min(96px, (100% - 16px) * 96 / 96)');
    expect(tracks['--tracks-1']).toBe('1fr');
  });
  it('gives each column its share of a room that is less than all of them', () => {
    const wide = ['minmax(200px, 2fr)', '100px'].map((width, place) => ({
      ...columns[0]!,
      key: String(place),
      width,
    }));
    expect(listTracks(wide)['--tracks-3']).toBe(
      'minmax(min(200px, (100% - 16px) * 200 / 300), 2fr) min(100px, (100% - 16px) * 100 / 300)',
    );
  });
});
