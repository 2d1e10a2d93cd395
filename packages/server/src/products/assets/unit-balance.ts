/** A balance in base units, as the engine tells it. */
export interface UnitBalance {
  readonly assetId: number;
  readonly availableUnits: bigint;
  readonly heldUnits: bigint;
}
