/** The sheets room's door: rows as a file for a spreadsheet. */
export { fileHeaders, makeClock, sendSheet } from './sheet.ts';
