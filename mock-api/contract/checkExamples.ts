import type { SchemaCheck } from './compileSchema.ts';
import type { Contract, Example } from './contract.ts';

/**
 * Every example of the contract that does not fit its own schema, as sentences that begin with
 * `file:line`. Examples of what no operation uses count too.
 */
export function checkExamples(contract: Contract): string[] {
  const found = new Set<string>();
  for (const value of contract.values) {
    for (const example of value.examples) report(example, value.check);
  }
  return [...found];

  function report({ name, pointer, value }: Example, check: SchemaCheck) {
    for (const misfit of check(value)) {
      const line = contract.lineOf(pointer + misfit.at);
      const rule = contract.lineOf(misfit.pointer);
      const inside = misfit.at === '' ? '' : `, at ${misfit.at.slice(1).replaceAll('/', '.')},`;
      found.add(
        `${contract.file}:${line} The example "${name}"${inside} ${misfit.message} (line ${rule}).`,
      );
    }
  }
}
