import { readFile } from 'node:fs/promises';
import type { Brief, CurrentUser } from '#openapi';
import { ContractError } from '../contract/ContractError.ts';
import type { Contract } from '../contract/contract.ts';
import { type ContractContext, loadContractContext } from '../contract/contractContext.ts';
import { findResponse } from '../contract/http/findResponse.ts';
import { isObject, joinPointer } from '../contract/jsonPointer.ts';
import { parseSource } from '../contract/load/parseSource.ts';

/** The content of the mock's files. It is replaced as a whole when one of them changes. */
export interface MockFiles {
  context: ContractContext;
  data: MockData;
}

export interface MockData {
  /** By brief id. */
  briefs: ReadonlyMap<string, Brief>;
  /** By user name. */
  users: ReadonlyMap<string, MockUser>;
  /** The contract's own brief and user, for what a brief or user leaves out. */
  defaults: { brief: Partial<Brief>; user: Partial<CurrentUser> };
}

export interface MockUser {
  password: string;
  passwordExpired: boolean;
  profile: CurrentUser;
}

/** @throws {ContractError} with the file, the line and the reason of each problem in either file */
export async function loadMockFiles(contractFile: string, dataFile: string): Promise<MockFiles> {
  const context = await loadContractContext(contractFile);
  return { context, data: await loadData(dataFile, context.contract) };
}

/**
 * Reads briefs and users, completes them from the contract and validates them as bodies of the
 * responses that contain them.
 */
async function loadData(file: string, contract: Contract): Promise<MockData> {
  const source = await readFile(file, 'utf8').catch((cause) => {
    throw new ContractError([`${file}:1 The file cannot be read.`], { cause });
  });
  const { document, lineOf } = parseSource(source, file);
  const problems: string[] = [];
  const defaults = { brief: defaultsOf('getBrief'), user: defaultsOf('getCurrentUser') };

  const briefs = section('briefs').map(([id, entry]): [string, Brief] => {
    validateId(id);
    const brief = isObject(entry) ? { ...defaults.brief, ...entry } : entry;
    validate(['briefs', id], brief, 'getBrief');
    return [id, brief as Brief];
  });
  const users = section('users').map(([name, entry]): [string, MockUser] => {
    const { password, passwordExpired, ...given } = isObject(entry) ? entry : {};
    const profile = { ...defaults.user, ...given, userId: name };
    validate(['users', name], profile, 'getCurrentUser');
    if (typeof password !== 'string' || password === '') {
      report(['users', name], `"${name}" is missing the required property "password".`);
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
  if (problems.length > 0) throw new ContractError(problems);
  return { briefs: new Map(briefs), users: new Map(users), defaults };

  function section(name: string): [string, unknown][] {
    return isObject(document[name]) ? Object.entries(document[name]) : [];
  }

  function validateId(id: string) {
    const [parameter] = findOperation('getBrief')?.parameters ?? [];
    for (const { reason } of parameter?.validate(id) ?? []) {
      report(['briefs', id], `"${id}" is not a valid brief id: it ${reason}.`);
    }
  }

  function validate(path: [section: string, name: string], value: unknown, operationId: string) {
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
    const parts = [content?.sample('documented'), content?.examples[0]?.value];
    return Object.assign({}, ...parts.filter(isObject));
  }

  function contentOf(operationId: string) {
    const operation = findOperation(operationId);
    return operation && findResponse(operation, 200)?.content[0];
  }

  function findOperation(operationId: string) {
    return contract.operations.find(({ id }) => id === operationId);
  }
}
