/** The door of the room of network addresses. */
export { createMarks, type MarkCounted } from './marks.ts';
export {
  checkIpList,
  countAs,
  countAsSite,
  findWideRange,
  isInNetworks,
  isIpAllowed,
  plainAddress,
} from './networks.ts';
