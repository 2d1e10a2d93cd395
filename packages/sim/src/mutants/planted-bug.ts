/** A bug as a change of one file's text, made while the file is loaded. */
export interface PlantedBug {
  readonly name: string;
  /** Path inside `packages/`. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}
