import { OptionError } from '../../command/OptionError.ts';
import { readNumber } from '../../command/readOption.ts';
import { type Fault, kinds } from '../../independent-backend/faults/fault.ts';
import { faults } from '../../independent-backend/faults.ts';
import { operationIds } from '../../independent-backend/operations.ts';

/** The options that select faults, for `parseCommandLine`. */
export const faultOptions = {
  operation: { type: 'string', multiple: true },
  kind: { type: 'string', multiple: true },
  every: { type: 'string' },
  parallel: { type: 'string' },
} as const;

/** Their lines in the output of `--help`. */
export const faultUsage = `  --operation NAME    only faults of this operation; repeatable
  --kind NAME         only faults of this kind (${kinds.join(', ')}); repeatable
  --every N           only every Nth fault
  --parallel N        number of backends that are tested at the same time (default: 3)`;

interface FaultValues {
  operation?: string[] | undefined;
  kind?: string[] | undefined;
  every?: string | undefined;
  parallel?: string | undefined;
}

/** @throws {OptionError} for an operation or a kind that has no faults */
export function selectFaults(values: FaultValues): { selected: Fault[]; parallel: number } {
  const operations = values.operation?.map((name) => readName('--operation', name, operationIds));
  const selectedKinds = values.kind?.map((name) => readName('--kind', name, kinds));
  const every = readNumber('--every', values.every, 1);
  const selected = faults
    .filter(({ operation }) => operations?.includes(operation) ?? true)
    .filter(({ kind }) => selectedKinds?.includes(kind) ?? true)
    .filter((_, index) => index % every === 0);
  return { selected, parallel: readNumber('--parallel', values.parallel, 3) };
}

function readName<Name extends string>(option: string, text: string, names: readonly Name[]): Name {
  const name = names.find((candidate) => candidate === text);
  if (name !== undefined) return name;
  throw new OptionError(`${option}: expected one of ${names.join(', ')}, got "${text}"`);
}
