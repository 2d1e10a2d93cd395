/** A statement the simulated server refused; `code` is its SQLSTATE. */
export class SqlError extends Error {
  override readonly name = 'error';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
