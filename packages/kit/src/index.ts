// The door of the kit: parts of screens that site and back office share.
export * from './failures.ts';
export { cutAmount, isAmount, readCap } from './money/amount.ts';
export * from './money/MoneyForm.tsx';
export * from './money/MoneySheet.tsx';
export { useAmount } from './money/use-amount.ts';
export * from './money/use-money.tsx';
export * from './query.ts';
export * from './QueryView.tsx';
export * from './records/csv.ts';
export * from './records/FileLink.tsx';
export * from './records/filters.ts';
export * from './records/RecordsList.tsx';
export * from './records/RecordsPage.tsx';
export * from './records/use-records.ts';
export * from './review/MarkedPicture.tsx';
export * from './review/ReviewQueue.tsx';
export * from './texts.tsx';
