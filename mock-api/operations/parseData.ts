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
import { builtInScenarioSet, createScenarioSet } from '../scenarios/findScenario.ts';
import { findShorterId } from '../scenarios/identifyRequest.ts';
import { parseScenarios } from '../scenarios/parseScenarios.ts';
import { isOwnContract } from './handlers.ts';
import type { MockData, MockUser } from './mockData.ts';

const sections = ['briefs', 'users', 'scenarios'];
const ownUserProperties = ['password', 'passwordExpired'];

/**
 * Parses scenarios, briefs and users. Completes briefs and users from the contract and validates them as
 * bodies of the responses that contain them. An unknown property is a problem, because it is probably misspelt.
 * @throws {ContractError} with the file, the line and the reason of each problem
 */
export function parseData(source: string, file: string, contract: Contract): MockData {
  const { document, lineOf } = parseSource(source, file);
  const problems: string[] = [];
  const defaults = { brief: defaultsOf('getBrief'), user: defaultsOf('getCurrentUser') };
  for (const name of Object.keys(document)) {
    if (sections.includes(name)) continue;
    report([name], `"${name}" is not a section; expected one of ${sections.join(', ')}.`);
  }

  const entries = {
    briefs: section('briefs'),
    users: section('users'),
    scenarios: section('scenarios'),
  };
  const briefs = entries.briefs.map(([id, entry]): [string, Brief] => {
    validateId(id);
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
  const builtIn = createScenarioSet(
    builtInScenarioSet.list.filter(({ operation }) => hasHandlers && findOperation(operation)),
  );
  const known = { brief: new Map(briefs), user: new Map(users) };
  const ids = new Set([
    ...builtIn.ids,
    ...Object.values(entries).flatMap((all) => all.map(([id]) => id)),
  ]);
  for (const [kind, all] of Object.entries(entries)) {
    for (const [id] of all) {
      const owner = findOwner(kind, id);
      const shorter = findShorterId(id, ids);
      if (owner) report([kind, id], `"${id}" is the id of ${owner}; choose another id.`);
      if (shorter === undefined) continue;
      const reason = `is "${shorter}" with the suffix "${id.slice(shorter.length + 1)}"`;
      report([kind, id], `"${id}" ${reason}; choose another id.`);
    }
  }
  for (const { id, operation } of scenarios) {
    if (isOfBrief(operation)) validateId(id, 'scenarios');
  }
  for (const operation of new Set(builtInScenarioSet.list.map((one) => one.operation))) {
    if (!hasHandlers || findOperation(operation)) continue;
    const place = `${contract.file}:${contract.lineOf('/paths')}`;
    warnings.push(`${place} There is no operation "${operation}", so its scenarios are skipped.`);
  }
  if (problems.length > 0) throw new ContractError(problems);
  const scenarioSet = createScenarioSet([...builtIn.list, ...scenarios]);
  return {
    briefs: known.brief,
    users: known.user,
    scenarios: scenarioSet,
    isKnownId: (kind, id) =>
      scenarioSet.find(id) !== undefined || (kind !== 'scenario' && known[kind].has(id)),
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

  function validateId(id: string, kind = 'briefs') {
    const [parameter] = findOperation('getBrief')?.parameters ?? [];
    for (const { reason } of parameter?.validate(id) ?? []) {
      report([kind, id], `"${id}" is not a valid brief id: it ${reason}.`);
    }
  }

  /** A scenario is also a brief and a user, so that its page loads and sign-in works. */
  function findOwner(kind: string, id: string): string | undefined {
    if (builtIn.find(id)) return 'a built-in scenario';
    if (kind !== 'scenarios') return undefined;
    if (known.brief.has(id)) return 'a brief';
    return known.user.has(id) ? 'a user' : undefined;
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

/** Whether the id of a scenario is part of the page's URL. */
function isOfBrief(operation: string): boolean {
  return operation === 'getBrief' || operation === 'submitFeedback';
}

type EntryPath = readonly [section: string, name: string];
