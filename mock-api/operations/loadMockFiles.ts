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
}

export interface MockUser {
  password: string;
  passwordExpired: boolean;
  /** The current user without `userId`, which is the user name of the sign-in. */
  profile: Omit<CurrentUser, 'userId'>;
}

/** @throws {ContractError} with the file, the line and the reason of each problem in either file */
export async function loadMockFiles(contractFile: string, dataFile: string): Promise<MockFiles> {
  const context = await loadContractContext(contractFile);
  return { context, data: await loadData(dataFile, context.contract) };
}

/** Reads briefs and users and validates them as bodies of the responses that contain them. */
async function loadData(file: string, contract: Contract): Promise<MockData> {
  const source = await readFile(file, 'utf8').catch((cause) => {
    throw new ContractError([`${file}:1 The file cannot be read.`], { cause });
  });
  const { document, lineOf } = parseSource(source, file);
  const problems: string[] = [];

  const briefs = section('briefs').map(([id, entry]): [string, Brief] => {
    validateId(id);
    validate(['briefs', id], entry, 'getBrief');
    return [id, entry as Brief];
  });
  const users = section('users').map(([name, entry]): [string, MockUser] => {
    const { password, passwordExpired, ...profile } = isObject(entry) ? entry : {};
    validate(['users', name], { userId: name, ...profile }, 'getCurrentUser');
    if (typeof password !== 'string' || password === '') {
      report(['users', name], `"${name}" is missing the required property "password".`);
    }
    return [
      name,
      {
        password: String(password),
        passwordExpired: passwordExpired === true,
        profile: profile as MockUser['profile'],
      },
    ];
  });
  if (problems.length > 0) throw new ContractError(problems);
  return { briefs: new Map(briefs), users: new Map(users) };

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
    const operation = findOperation(operationId);
    const content = operation && findResponse(operation, 200)?.content[0];
    for (const { instancePath, reason } of content?.validate(value) ?? []) {
      const field = instancePath.slice(1).replaceAll('/', '.');
      const subject = field === '' ? `"${path[1]}"` : `"${path[1]}", ${field},`;
      report(path, `${subject} ${reason}.`, instancePath);
    }
  }

  function report(path: readonly string[], message: string, instancePath = '') {
    problems.push(`${file}:${lineOf(joinPointer('', ...path) + instancePath)} ${message}`);
  }

  function findOperation(operationId: string) {
    return contract.operations.find(({ id }) => id === operationId);
  }
}
