/** Public API of the vault: personal data is closed here, each thing with a key of its own. */
export { type About, type ClosedData, createVault, type Vault } from './vault.ts';
