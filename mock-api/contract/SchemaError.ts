/** Something that stands where a schema belongs is none. */
export class SchemaError extends Error {
  override name = 'SchemaError';
  /** The place in the document. */
  readonly pointer: string;

  constructor(pointer: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.pointer = pointer;
  }
}
