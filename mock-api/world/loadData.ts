import { readFile } from 'node:fs/promises';
import type { Brief, CurrentUser } from '#openapi';
import { ContractError } from '../contract/ContractError.ts';
import { findResponse } from '../contract/checkResponse.ts';
import type { Contract } from '../contract/contract.ts';
import { parseSource } from '../contract/parseSource.ts';
import { isObject, joinPointer } from '../contract/pointer.ts';

export interface MockData {
  briefs: ReadonlyMap<string, Brief>;
  users: ReadonlyMap<string, MockUser>;
}

export interface MockUser {
  password: string;
  passwordExpired: boolean;
  /** Without the id, which is the name that was signed in with. */
  profile: Omit<CurrentUser, 'userId'>;
}

/**
 * Reads briefs and users and holds them against the contract's own schemas. Throws a ContractError
 * that names file, line and reason of each fault.
 */
export async function loadData(file: string, contract: Contract): Promise<MockData> {
  const source = await readFile(file, 'utf8').catch((cause) => {
    throw new ContractError([`${file}:1 The file cannot be read.`], { cause });
  });
  const { document, lineOf } = parseSource(source, file);
  const faults: string[] = [];

  const briefs = section('briefs').map(([id, entry]): [string, Brief] => {
    checkId(id);
    check(['briefs', id], entry, contentCheck('getBrief'));
    return [id, entry as Brief];
  });
  const users = section('users').map(([name, entry]): [string, MockUser] => {
    const { password, passwordExpired, ...profile } = isObject(entry) ? entry : {};
    check(['users', name], { userId: name, ...profile }, contentCheck('getCurrentUser'));
    if (typeof password !== 'string' || password === '') {
      faults.push(`${file}:${lineOf(joinPointer('/users', name))} "${name}" lacks "password".`);
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
  if (faults.length > 0) throw new ContractError(faults);
  return { briefs: new Map(briefs), users: new Map(users) };

  function section(name: string): [string, unknown][] {
    return isObject(document[name]) ? Object.entries(document[name]) : [];
  }

  function checkId(id: string) {
    const [parameter] = operationWith('getBrief')?.parameters ?? [];
    for (const { message } of parameter?.check(id) ?? []) {
      faults.push(
        `${file}:${lineOf(joinPointer('/briefs', id))} "${id}" is no brief id: it ${message}.`,
      );
    }
  }

  function check(path: string[], value: unknown, against: ReturnType<typeof contentCheck>) {
    for (const misfit of against(value)) {
      const place = joinPointer('', ...path) + misfit.at;
      faults.push(`${file}:${lineOf(place)} "${path[1]}"${inside(misfit.at)} ${misfit.message}.`);
    }
  }

  function contentCheck(operationId: string) {
    const operation = operationWith(operationId);
    return (operation && findResponse(operation, 200)?.content[0]?.check) ?? (() => []);
  }

  function operationWith(operationId: string) {
    return contract.operations.find(({ id }) => id === operationId);
  }
}

function inside(at: string): string {
  return at === '' ? '' : `, ${at.slice(1).replaceAll('/', '.')},`;
}
