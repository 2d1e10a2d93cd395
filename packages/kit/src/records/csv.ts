// A file of rows as a spreadsheet reads it. Cells that a spreadsheet would run are made harmless.

/** Text of one cell. */
export function showCell(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV under the names of all rows, the first row's first. */
export function makeCsv(rows: readonly object[]): string {
  if (rows.length === 0) return '';
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) =>
    names.map((name) => showCell((row as Record<string, unknown>)[name])).join(','),
  );
  return `\ufeff${[names.join(','), ...lines].join('\r\n')}\r\n`;
}

/** Hand the rows to the browser as a file. */
export function downloadCsv(name: string, rows: readonly object[]): void {
  const url = URL.createObjectURL(new Blob([makeCsv(rows)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
