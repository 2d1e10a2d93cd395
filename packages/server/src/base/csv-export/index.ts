/** The sheets room's door: rows as a file for a spreadsheet. */
export { fileHeaders, makeClock, sendCsv } from './csv.ts';
