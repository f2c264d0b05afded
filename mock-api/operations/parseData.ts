import type { Brief, CurrentUser } from '#openapi';
import {
  type Contract,
  ContractError,
  createSchemaCompiler,
  findResponse,
  isObject,
  joinPointer,
  parseSource,
  resolveSchema,
  splitPointer,
  valueAt,
} from '../contract/index.ts';
import dataSchema from '../data.schema.json' with { type: 'json' };
import { endingOf } from '../scenarios/expectedOutcome.ts';
import {
  createScenarioSet,
  replaceScenarios,
  type ScenarioSet,
} from '../scenarios/findScenario.ts';
import { findShorterId } from '../scenarios/identifyRequest.ts';
import { parseScenarios, type ScenarioRows } from '../scenarios/parseScenarios.ts';
import { isOwnContract } from './handlers.ts';
import type { MockData, MockUser } from './mockData.ts';

const validateSource = createSchemaCompiler(dataSchema)('');

interface ParseOptions {
  /** The scenarios of another file, which those of this one replace if they have the same id. */
  base?: ScenarioSet;
  /** Whether the briefs and users are those of another file. */
  onlyScenarios?: boolean;
}

/** What conforms to `data.schema.json`. */
interface DataSource {
  briefs?: Readonly<Record<string, Partial<Brief>>>;
  users?: Readonly<Record<string, Partial<CurrentUser> & Partial<UserSettings>>>;
  scenarios?: ScenarioRows;
}

type UserSettings = Omit<MockUser, 'profile'>;

/**
 * Parses scenarios, briefs and users. Completes briefs and users from the contract and validates them as
 * bodies of the responses that contain them. An unknown property is a problem, because it is probably misspelt.
 * @throws {ContractError} with the file, the line and the reason of each problem
 */
export function parseData(
  source: string,
  file: string,
  contract: Contract,
  { base = createScenarioSet([]), onlyScenarios = false }: ParseOptions = {},
): MockData {
  const { document, lineOf } = parseSource(source, file);
  const problems: string[] = [];
  const warnings: string[] = [];
  const addTo = (list: string[]) => (pointer: string, message: string) => {
    list.push(`${file}:${lineOf(pointer)} ${message}`);
  };
  const report = addTo(problems);
  for (const [pointer, messages] of validateData(document)) {
    for (const message of messages) report(pointer, message);
  }
  if (problems.length > 0) throw new ContractError(problems);

  const { scenarios: rows = {}, ...people }: DataSource = document;
  const { briefs = {}, users = {} } = onlyScenarios ? {} : people;
  const briefModel = createModel('/briefs', 'getBrief');
  const userModel = createModel('/users', 'getCurrentUser');
  const ownBriefs = Object.entries(briefs).map(([id, given]): [string, Brief] => {
    return [id, briefModel.complete(id, given) as Brief];
  });
  const ownUsers = Object.entries(users).map(([userId, settings]): [string, MockUser] => {
    const { password = '', passwordExpired = false, ...given } = settings;
    const profile = userModel.complete(userId, given, { userId }) as CurrentUser;
    return [userId, { password, passwordExpired, profile }];
  });
  const own = createScenarioSet(parseScenarios(rows, contract, { report, warn: addTo(warnings) }));
  const scenarioIds = new Set([...own.ids, ...base.ids]);
  const briefPointers = Object.keys(briefs).map((id) => [id, joinPointer('/briefs', id)] as const);
  const userPointers = Object.keys(users).map((id) => [id, joinPointer('/users', id)] as const);
  const dataPointers = [...briefPointers, ...userPointers];
  for (const [id, pointer] of dataPointers) {
    if (scenarioIds.has(id)) report(pointer, `"${id}" is the id of a scenario; choose another id.`);
  }
  const [briefId] = findOperation('getBrief')?.parameters ?? [];
  const ofPage = own.list.filter(({ operation }) => endingOf(operation));
  for (const [id, pointer] of [...briefPointers, ...ofPage.map(({ id }) => pointerOfRow(id))]) {
    for (const { reason } of briefId?.validate(id) ?? []) {
      report(pointer, `"${id}" is not a valid brief id: it ${reason}.`);
    }
  }
  const ids = new Set([...scenarioIds, ...dataPointers.map(([id]) => id)]);
  for (const [id, pointer] of [...dataPointers, ...own.ids.map(pointerOfRow)]) {
    const shorter = findShorterId(id, ids);
    if (shorter === undefined) continue;
    const reason = `is "${shorter}" with the tester's name "${id.slice(shorter.length + 1)}"`;
    report(pointer, `"${id}" ${reason}; choose another id.`);
  }
  if (problems.length > 0) throw new ContractError(problems);
  const schemes = contract.operations.flatMap(({ security }) => security.flat());
  return {
    briefs: new Map(ownBriefs),
    users: new Map(ownUsers),
    scenarios: replaceScenarios(base, own),
    hasHandlers: isOwnContract(contract) || dataPointers.length > 0,
    sessionCookie: schemes.find((scheme) => scheme.in === 'cookie')?.key ?? 'JSESSIONID',
    defaults: { brief: briefModel.defaults, user: userModel.defaults },
    warnings,
  };

  /** Where a scenario is defined: `missing-brief` may be that of the row `missing`. */
  function pointerOfRow(id: string) {
    const row = Object.hasOwn(rows, id) ? id : id.slice(0, id.lastIndexOf('-'));
    return [id, joinPointer('/scenarios', row)] as const;
  }

  function findOperation(operationId: string) {
    return contract.operations.find(({ id }) => id === operationId);
  }

  /** Completes the values of a section as bodies of an operation's response, and validates them. */
  function createModel(section: string, operationId: string) {
    const operation = findOperation(operationId);
    const content = operation && findResponse(operation, 200)?.content[0];
    const { properties } = resolveSchema(contract.document, content?.schemaPointer ?? '');
    const example = content?.examples.find(({ value }) => content.validate(value).length === 0);
    // The properties of the first example, and others from the schema.
    const parts = [content?.sample('documented'), example?.value];
    const defaults: Record<string, unknown> = Object.assign({}, ...parts.filter(isObject));
    return {
      defaults,
      complete(id: string, given: object, others: object = {}): unknown {
        const pointer = joinPointer(section, id);
        const value = { ...defaults, ...given, ...others };
        for (const { instancePath, reason } of content?.validate(value) ?? []) {
          const field = instancePath.slice(1).replaceAll('/', '.');
          report(pointer + instancePath, `"${id}"${field === '' ? '' : `, ${field},`} ${reason}.`);
        }
        if (properties.size === 0) return value;
        for (const name of Object.keys(given).filter((property) => !properties.has(property))) {
          const expected = `expected one of ${[...properties.keys()].join(', ')}`;
          report(
            joinPointer(pointer, name),
            `"${id}" has the unknown property "${name}"; ${expected}.`,
          );
        }
        return value;
      },
    };
  }
}

/** The ways in which a data file violates `data.schema.json`, as sentences by the JSON pointer of the value. */
function validateData(document: object): Map<string, Set<string>> {
  const problems = new Map<string, Set<string>>();
  for (const { instancePath, keyword, reason } of validateSource(document)) {
    // The schema after "if" has violations of its own.
    if (keyword === 'if') continue;
    const [section, id = section, ...path] = splitPointer(instancePath);
    const subject = id === undefined ? 'The file' : `"${id}"`;
    const field = path.length > 0 ? `, ${path.join('.')},` : '';
    const value = valueAt(document, instancePath);
    const got = isObject(value) ? '' : `, got ${JSON.stringify(value)}`;
    const messages = problems.get(instancePath) ?? new Set();
    problems.set(instancePath, messages.add(`${subject}${field} ${reason}${got}.`));
  }
  return problems;
}
