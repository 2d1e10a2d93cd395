/** The door of the room of network addresses. */
export { checkIpList, countAs, isInNetworks, isIpAllowed, plainAddress } from './networks.ts';
