import type { Contract } from './contract.ts';
import { printable } from './printable.ts';

const maxPrinted = 20;

/** Prints what is ignored in a contract to the standard error stream. */
export function printWarnings({ warnings, file }: Pick<Contract, 'warnings' | 'file'>): void {
  for (const warning of warnings.slice(0, maxPrinted))
    console.warn(`Warning: ${printable(warning)}`);
  const more = warnings.length - maxPrinted;
  if (more > 0) console.warn(`Warning: ${file} has ${more} more problems of this kind.`);
}
