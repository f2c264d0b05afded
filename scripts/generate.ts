import { spawnSync } from 'node:child_process';
import {
  type Contract,
  ContractError,
  findObjects,
  findSubschemas,
  isObject,
  joinPointer,
  loadContract,
  valueAt,
} from '#contract';
import manifest from '../package.json' with { type: 'json' };
import { nodeArguments } from './build/nodeArguments.ts';
import { runCommand } from './command/runCommand.ts';

const contractFile = 'openapi.yaml';

const usage = `Usage: npm run generate

Writes openapi.d.ts, the types of ${contractFile}. Nothing is written if ${contractFile} has errors, or something that
the mock, the observer and the verifier do not support. npm run lint also checks its style.

Options:
  -h, --help    show this help`;

/** Names that end openapi-typescript, because it finds them in every object. */
const reserved = [
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'valueOf',
];

await runCommand({ usage }, async () => {
  const { 'generate:check': check, 'generate:types': types } = manifest.scripts;
  const problems = runScript(check) ?? (await findProblems());
  if (problems === undefined) {
    runScript(types, 'inherit');
    return;
  }
  process.exitCode = 1;
  console.error(`${problems}\nopenapi.d.ts was not written.`);
});

/** Runs the command of an npm script. Returns what it prints if it fails. */
function runScript(command: string, stdio: 'pipe' | 'inherit' = 'pipe'): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, nodeArguments(command), {
    encoding: 'utf8',
    stdio,
  });
  if (status === 0) return undefined;
  process.exitCode = 1;
  return `${stderr ?? ''}${stdout ?? ''}`;
}

/** What Redocly accepts, but the mock, the observer, the verifier or openapi-typescript cannot use. */
async function findProblems(): Promise<string | undefined> {
  try {
    const contract = await loadContract(contractFile);
    const problems = [
      ...findReservedNames(contract),
      ...findUnmappedSchemas(contract),
      ...findCircularSchemas(contract),
    ];
    return problems.length > 0 ? problems.join('\n') : undefined;
  } catch (error) {
    if (error instanceof ContractError) return error.message;
    throw error;
  }
}

function findReservedNames({ document, file, lineOf }: Contract): string[] {
  return [...findObjects(document)].flatMap(([object, pointer]) =>
    reserved
      .filter((name) => Object.hasOwn(object, name))
      .map((name) => `${file}:${lineOf(joinPointer(pointer, name))} "${name}" cannot be a name.`),
  );
}

/** References that openapi-typescript would give a value after their names, whatever their schemas say. */
function findUnmappedSchemas({ document, file, lineOf }: Contract): string[] {
  return [...findObjects(document)].flatMap(([schema, pointer]) => {
    const { discriminator, oneOf, anyOf } = schema;
    if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return [];

    const references = [oneOf ?? anyOf ?? []].flat().flatMap((it) => Object(it).$ref ?? []);
    const mapped = Object.values(Object(discriminator.mapping));
    const wrong = [
      ...references.filter((it) => !mapped.includes(it)),
      ...mapped.filter((it) => !references.includes(it)),
    ];
    const line = lineOf(joinPointer(pointer, 'discriminator'));
    const expected = 'expected a "mapping" from each value to the reference of its schema';
    return wrong.map((it) => `${file}:${line} "${it}" is not mapped; ${expected}.`);
  });
}

/** Schemas that contain themselves without a property in between, which a type of TypeScript cannot. */
function findCircularSchemas({ document, file, lineOf }: Contract): string[] {
  const schemas = Object.keys(Object(valueAt(document, '/components/schemas')));
  return schemas.flatMap((name) => {
    const pointer = joinPointer('/components/schemas', name);
    if (!findDirectParts(document, pointer).has(pointer)) return [];

    const line = lineOf(pointer);
    return `${file}:${line} "${name}" contains itself in a list or a choice; put it into a property.`;
  });
}

/** The schemas in a schema that are not in a property of it. */
function findDirectParts(document: unknown, pointer: string, parts = new Set<string>()) {
  for (const part of findSubschemas(document, pointer)) {
    const isProperty = /\/(properties\/[^/]*|additionalProperties)$/.test(part);
    if (parts.has(part) || (isProperty && part.startsWith(`${pointer}/`))) continue;

    parts.add(part);
    findDirectParts(document, part, parts);
  }
  return parts;
}
