// Calls of deposits: networks and the caller's addresses. Called by the edge.
import { depositRoutes } from '@isobath/wire';
import type { Database } from '../../base/db/index.ts';
import { refuse, type RouteHandler, serve } from '../../base/product/index.ts';
import type { DepositAddresses, OwnAddress } from './addresses.ts';
import { type Network, readNetworks, showDepositMin, showNetwork } from './networks.ts';

/** What the calls stand on. */
export interface CapitalParts {
  readonly database: Database;
  readonly addresses: DepositAddresses;
}

/** Handlers of deposits. */
export function createCapitalRoutes({ database, addresses }: CapitalParts): RouteHandler[] {
  const showAddress = ({ statement: _statement, ...shown }: OwnAddress) => shown;

  /** @errors object_not_found without such a network. */
  async function readFamily(networkId: number): Promise<Pick<Network, 'family' | 'state'>> {
    const { networks } = await readNetworks(database);
    const network = networks.find((one) => one.networkId === networkId);
    if (network === undefined) throw refuse('object_not_found');
    return network;
  }
  /** @errors network_suspended while no address is given out there. */
  async function readOpenFamily(networkId: number): Promise<string> {
    const { family, state } = await readFamily(networkId);
    if (state !== 'open') throw refuse('network_suspended');
    return family;
  }

  return [
    serve(depositRoutes.networks, async ({ query: { coinId } }) => {
      const { networks, assets } = await readNetworks(database);
      const find = (networkId: number) =>
        assets.find((one) => one.networkId === networkId && one.assetId === coinId);
      return networks
        .filter(({ networkId }) => coinId === undefined || find(networkId) !== undefined)
        .map((network) => showNetwork(network, assets, find(network.networkId)));
    }),
    serve(depositRoutes.coinAddress, async ({ caller, body: { coinId, networkId } }) => {
      const { networks, assets } = await readNetworks(database);
      const network = networks.find((one) => one.networkId === networkId);
      const asset = assets.find((one) => one.networkId === networkId && one.assetId === coinId);
      if (network === undefined || asset === undefined) throw refuse('object_not_found');
      const { rechargeAble } = showNetwork(network, assets, asset);
      if (!rechargeAble) throw refuse('network_suspended');
      const request = { ownerId: caller.ownerId, family: network.family };
      const { addressId, address, statement } = await addresses.readSelected(request);
      return {
        addressId,
        address,
        memo: '',
        statement,
        minRecharge: showDepositMin(asset),
        confirmations: network.needed,
        contract: asset.contract,
      };
    }),
    serve(depositRoutes.create, async ({ caller, body: { networkId, remark } }) => {
      const family = await readOpenFamily(networkId);
      return showAddress(await addresses.create({ ownerId: caller.ownerId, family, remark }));
    }),
    serve(depositRoutes.list, async ({ caller, body: { networkId } }) => {
      const { family } = await readFamily(networkId);
      return (await addresses.list({ ownerId: caller.ownerId, family })).map(showAddress);
    }),
    serve(depositRoutes.select, async ({ caller, body: { addressId } }) =>
      showAddress(await addresses.select(caller.ownerId, addressId)),
    ),
    serve(depositRoutes.remark, async ({ caller, body: { addressId, remark } }) =>
      showAddress(await addresses.remark(caller.ownerId, addressId, remark)),
    ),
  ];
}
