import { printable } from '../contract/index.ts';

/** Prints what is ignored in a contract to the standard error stream. */
export function printWarnings(warnings: readonly string[]): void {
  for (const warning of warnings) console.warn(`Warning: ${printable(warning)}`);
}
