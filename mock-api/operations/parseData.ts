import type { Brief, CurrentUser } from '#openapi';
import {
  type Contract,
  ContractError,
  findResponse,
  isObject,
  isRecord,
  joinPointer,
  parseSource,
  resolveSchema,
} from '../contract/index.ts';
import { endingOf } from '../scenarios/expectedOutcome.ts';
import {
  createScenarioSet,
  replaceScenarios,
  type ScenarioSet,
} from '../scenarios/findScenario.ts';
import { findShorterId } from '../scenarios/identifyRequest.ts';
import { parseScenarios } from '../scenarios/parseScenarios.ts';
import { isOwnContract } from './handlers.ts';
import type { MockData, MockUser } from './mockData.ts';

const sections = ['briefs', 'users', 'scenarios'];
interface ParseOptions {
  /** The scenarios of another file, which those of this one replace if they have the same id. */
  base?: ScenarioSet;
  /** Whether the briefs and users are those of another file. */
  onlyScenarios?: boolean;
}

const ownUserProperties = ['password', 'passwordExpired'];

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
  const defaults = { brief: defaultsOf('getBrief'), user: defaultsOf('getCurrentUser') };
  for (const name of Object.keys(document)) {
    if (sections.includes(name)) continue;
    report([name], `"${name}" is not a section; expected one of ${sections.join(', ')}.`);
  }

  const entries = {
    briefs: onlyScenarios ? [] : section('briefs'),
    users: onlyScenarios ? [] : section('users'),
    scenarios: section('scenarios'),
  };
  const briefs = entries.briefs.map(([id, entry]): [string, Brief] => {
    validateId(['briefs', id], id);
    rejectUnknown(['briefs', id], entry, propertiesOf('getBrief'));
    const brief = isObject(entry) ? { ...defaults.brief, ...entry } : entry;
    validate(['briefs', id], brief, 'getBrief');
    return [id, brief as Brief];
  });
  const users = entries.users.map(([name, entry]): [string, MockUser] => {
    const path = ['users', name] as const;
    const properties = propertiesOf('getCurrentUser').filter((property) => property !== 'userId');
    rejectUnknown(path, entry, properties.length > 0 ? [...ownUserProperties, ...properties] : []);
    const { password, passwordExpired = false, ...given } = isObject(entry) ? entry : {};
    const profile = { ...defaults.user, ...given, userId: name };
    validate(path, profile, 'getCurrentUser');
    validatePassword(path, password);
    if (typeof passwordExpired !== 'boolean') {
      const message = `"${name}", passwordExpired, must be true or false.`;
      report([...path, 'passwordExpired'], message);
    }
    return [
      name,
      {
        password: String(password),
        passwordExpired: passwordExpired === true,
        profile: profile as CurrentUser,
      },
    ];
  });
  const warnings: string[] = [];
  const addTo = (list: string[]) => (pointer: string, message: string) => {
    list.push(`${file}:${lineOf(pointer)} ${message}`);
  };
  const reports = { report: addTo(problems), warn: addTo(warnings) };
  const scenarios = parseScenarios(entries.scenarios, contract, reports);
  const schemes = contract.operations.flatMap(({ security }) => security.flat());
  const hasHandlers = isOwnContract(contract) || briefs.length > 0 || users.length > 0;
  const own = createScenarioSet(scenarios);
  const scenarioIds = new Set([...own.ids, ...base.ids]);
  const dataIds = [...entries.briefs, ...entries.users].map(([id]) => id);
  for (const path of [
    ...entries.briefs.map(([id]) => ['briefs', id] as const),
    ...entries.users.map(([id]) => ['users', id] as const),
  ]) {
    const [, id] = path;
    if (scenarioIds.has(id)) report(path, `"${id}" is the id of a scenario; choose another id.`);
    rejectLongerId(path, id);
  }
  for (const { id, operation } of scenarios) {
    rejectLongerId(rowOf(id), id);
    if (endingOf(operation)) validateId(rowOf(id), id);
  }
  if (problems.length > 0) throw new ContractError(problems);
  return {
    briefs: new Map(briefs),
    users: new Map(users),
    scenarios: replaceScenarios(base, own),
    hasHandlers,
    sessionCookie: schemes.find((scheme) => scheme.in === 'cookie')?.key ?? 'JSESSIONID',
    defaults,
    warnings,
  };

  function section(name: string): [string, unknown][] {
    const value = document[name] ?? {};
    if (isRecord(value)) return Object.entries(value);
    report([name], `"${name}" must be a mapping.`);
    return [];
  }

  /** Where a scenario is defined: `missing-brief` may be that of the row `missing`. */
  function rowOf(id: string): EntryPath {
    const rows = [id, id.slice(0, id.lastIndexOf('-'))];
    const isRow = (row: string) => entries.scenarios.some(([name]) => name === row);
    return ['scenarios', rows.find(isRow) ?? id];
  }

  function rejectLongerId(path: EntryPath, id: string) {
    const shorter = findShorterId(id, new Set([...scenarioIds, ...dataIds]));
    if (shorter === undefined) return;
    const reason = `is "${shorter}" with the tester's name "${id.slice(shorter.length + 1)}"`;
    report(path, `"${id}" ${reason}; choose another id.`);
  }

  function validateId(path: EntryPath, id: string) {
    const [parameter] = findOperation('getBrief')?.parameters ?? [];
    for (const { reason } of parameter?.validate(id) ?? []) {
      report(path, `"${id}" is not a valid brief id: it ${reason}.`);
    }
  }

  function validatePassword([, name]: EntryPath, password: unknown) {
    if (typeof password === 'string' && password !== '') return;
    const got = JSON.stringify(password) ?? 'none';
    report(
      ['users', name, 'password'],
      `"${name}", password, must be a text in quotes, got ${got}.`,
    );
  }

  /** An empty list of known properties: the contract has no schema of them. */
  function rejectUnknown(path: EntryPath, entry: unknown, known: readonly string[]) {
    if (!isRecord(entry) || known.length === 0) return;
    for (const name of Object.keys(entry).filter((property) => !known.includes(property))) {
      const expected = `expected one of ${known.join(', ')}`;
      report([...path, name], `"${path[1]}" has the unknown property "${name}"; ${expected}.`);
    }
  }

  function validate(path: EntryPath, value: unknown, operationId: string) {
    for (const { instancePath, reason } of contentOf(operationId)?.validate(value) ?? []) {
      const field = instancePath.slice(1).replaceAll('/', '.');
      const subject = field === '' ? `"${path[1]}"` : `"${path[1]}", ${field},`;
      report(path, `${subject} ${reason}.`, instancePath);
    }
  }

  function report(path: readonly string[], message: string, instancePath = '') {
    problems.push(`${file}:${lineOf(joinPointer('', ...path) + instancePath)} ${message}`);
  }

  /** The properties of the first example, and others from the schema. */
  function defaultsOf(operationId: string): Record<string, unknown> {
    const content = contentOf(operationId);
    const example = content?.examples.find(({ value }) => content.validate(value).length === 0);
    const parts = [content?.sample('documented'), example?.value];
    return Object.assign({}, ...parts.filter(isObject));
  }

  function propertiesOf(operationId: string): string[] {
    const { schemaPointer } = contentOf(operationId) ?? {};
    if (schemaPointer === undefined) return [];
    return [...resolveSchema(contract.document, schemaPointer).properties.keys()];
  }

  function contentOf(operationId: string) {
    const operation = findOperation(operationId);
    return operation && findResponse(operation, 200)?.content[0];
  }

  function findOperation(operationId: string) {
    return contract.operations.find(({ id }) => id === operationId);
  }
}

type EntryPath = readonly [section: string, name: string];
