/** A program that writes files of the repository from other files of the repository. */
export interface Generator {
  readonly name: string;
  /** All files it writes: path below `root` to content. */
  generate(root: string): Promise<ReadonlyMap<string, string>>;
  /** The files on disk that are its own, so that a left-over one is noticed. */
  list(root: string): readonly string[];
}
