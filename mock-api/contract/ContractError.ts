/** The file is no usable contract. Each fault is a sentence that begins with `file:line`. */
export class ContractError extends Error {
  override name = 'ContractError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[], options?: ErrorOptions) {
    super(faults.join('\n'), options);
    this.faults = faults;
  }
}
