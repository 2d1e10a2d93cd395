// The door of the kit: parts of screens that site and back office share.
export * from './failures.ts';
export * from './query.ts';
export * from './QueryView.tsx';
export * from './records/csv.ts';
export * from './records/FileLink.tsx';
export * from './records/filters.ts';
export * from './records/RecordsList.tsx';
export * from './records/RecordsPage.tsx';
export * from './records/use-records.ts';
export * from './texts.tsx';
