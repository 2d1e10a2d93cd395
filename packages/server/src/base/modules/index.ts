/** Public API of the module contract: what a product says of itself, and what it is given. */
export { defineModule, type RunningModule, type ServerModule } from './module.ts';
export {
  ownerValue,
  type PersonTable,
  platformPersonTables,
  publishedTable,
  silentTable,
} from './person-tables.ts';
export type { DayVolume, JobPlatform, ReadVolumes, VolumeRequest } from './job-platform.ts';
export type {
  PartState,
  Platform,
  PlatformPeople,
  PlatformTrades,
  Probe,
  Progress,
  ReadUnitBalances,
  SiteValues,
  StepFollower,
  TradingControl,
  TranslateWord,
  UnitBalance,
} from './platform.ts';
