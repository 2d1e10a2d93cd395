/** Public API of the module contract: what a product says of itself, and what it is given. */
export {
  defineModule,
  ownerValue,
  type PersonTable,
  publishedTable,
  type RunningModule,
  type ServerModule,
  silentTable,
} from './module.ts';
export type {
  DayVolume,
  PartState,
  Platform,
  PlatformPeople,
  PlatformTrades,
  Probe,
  ReadUnitBalances,
  StepFollower,
  TranslateWord,
  UnitBalance,
  VolumeRequest,
} from './platform.ts';
