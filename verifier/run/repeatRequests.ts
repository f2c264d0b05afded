import { type Body, createBaseValues } from '../cases/baseValues.ts';
import { encodeRequest } from '../cases/encodeRequest.ts';
import { sentSingleUseValue, singleUsePlaceholder } from '../cases/singleUsePlaceholder.ts';
import { isWriteOperation } from '../checks/isWrite.ts';
import { type Case, isSuccess, readJson, type Session } from '../model.ts';
import type { Runner } from './Runner.ts';

/** Sends requests several times: in turn, at the same time, and with a single-use value that was used. */
export async function repeatRequests(
  runner: Runner,
  base: Case,
  session: Session | undefined,
): Promise<void> {
  if (isWriteOperation(runner.options.contract, base.operation)) {
    await sendWithInvalid(runner, base);
    await sendUsedValue(runner, base);
    return;
  }
  const otherRead = createOtherRead(runner, base);
  await readInTurn(runner, [base, otherRead], session);
  const others = [otherRead, findInvalid(runner, base)];
  // What requests share may be that of the last one, which has the session.
  await runner.runAtOnce(alternate(base, others, 7, 'same read'), session);
}

/** Sends a write twice, and invalid ones, at the same time. */
export function sendWithInvalid(runner: Runner, base: Case, role?: Case['role']) {
  return runner.runAtOnce(alternate(base, [findInvalid(runner, base)], 4, role));
}

/** Sends a read three times on one connection, and another one after each. */
async function readInTurn(
  runner: Runner,
  [base, other]: readonly [Case, Case | undefined],
  session: Session | undefined,
): Promise<void> {
  const request = { ...base.request, reusesConnection: true };
  for (const number of [1, 2, 3]) {
    const description = `read ${number} of 3 in turn`;
    await runner.run({ ...base, role: 'same read', request, description }, { session });
    if (other) await runner.run(other, { session });
  }
}

/** Creates cases to send at the same time, the base request alternating with others. Each must get its own response. */
function alternate(
  base: Case,
  possible: readonly (Case | undefined)[],
  count: number,
  role: Case['role'],
): Case[] {
  const others = possible.filter((it) => it !== undefined);
  return Array.from({ length: count }, (_, i) => {
    const other = others[Math.floor(i / 2) % others.length];
    const one = i % 2 === 1 && other ? other : base;
    const description = `request ${i + 1} of ${count} at the same time: ${one.description}`;
    return { ...one, description, role };
  });
}

/** Creates a read with another example of a path parameter, which the server may not know; undefined if there is none. */
function createOtherRead({ options }: Runner, base: Case): Case | undefined {
  const values = createBaseValues(options, base.operation);
  const parameter = base.operation.parameters.find(({ in: place }) => place === 'path');
  if (!values || !parameter) return undefined;

  const key = `path ${parameter.name}`;
  const example = parameter.examples.find(({ value }) => value !== values.parameters.get(key));
  const parameters = new Map([...values.parameters, [key, example?.value]]);
  const request =
    example && encodeRequest(options.contract, base.operation, { ...values, parameters });
  if (!request) return undefined;

  const description = `between other reads, the example ${example.name}`;
  return { ...base, request, description, mayBeUnknown: true, role: 'same read' };
}

/** Finds a case of the same operation that must be rejected: for its credentials, or else for its data. */
function findInvalid({ plan }: Runner, base: Case): Case | undefined {
  const cases = plan(base.operation).filter(
    ({ request }) => request.method === base.request.method,
  );
  const find = (wanted: Case['expected']) => cases.find(({ expected }) => expected === wanted);
  return find('unauthorized') ?? find('reject');
}

/** Sends a single-use value again in the same body and in other ones, and twice at the same time. */
async function sendUsedValue(runner: Runner, base: Case): Promise<void> {
  const changes = findPropertyChanges(runner, base);
  if (changes.length === 0) return;

  const description = 'a value is used for the first time';
  const first = runner.refresh({ ...base, description });
  const exchange = await runner.run(first);
  if (!exchange || !isSuccess(exchange)) return;

  const sent = { session: { cookies: new Map(), steps: [exchange] } };
  const again = 'the same request again, with the used value';
  await runner.run({ ...first, role: 'used body', description: again }, sent);
  for (const changed of changes) {
    const other = `the used value again, and ${changed.description}`;
    await runner.run(
      { ...withValueOf(first, changed), role: 'used value', description: other },
      sent,
    );
  }
  const changed = changes.find(({ mayBeUnknown }) => !mayBeUnknown);
  if (changed) await sendUsedAtOnce(runner, base, changed);
}

/** Sends a single-use value in two requests at the same time, and reports if both are accepted. */
async function sendUsedAtOnce(runner: Runner, base: Case, changed: Case): Promise<void> {
  const first = runner.refresh(base);
  const cases = [first, withValueOf(first, changed)].map((it, i): Case => {
    const description = `a value is used twice at the same time, number ${i + 1}`;
    return { ...it, expected: 'any', description };
  });
  const exchanges = await runner.runAtOnce(cases);
  const accepted = exchanges.filter((it) => it && isSuccess(it));
  const second = accepted[1];
  if (!second) return;

  const message = 'The server accepted a value twice at the same time.';
  const expected = 'one success, and 409';
  // A testing key of a captcha accepts a value again in turn, too.
  const isEnforced = runner.exchanges.some(
    ({ role, response }) => role === 'used value' && response.status === 409,
  );
  const isWarning = !runner.options.enforceSingleUse && !isEnforced;
  runner.report({ check: 'single_use', message, expected, isWarning, exchange: second });
}

/** Finds for each property a valid case that changes nothing else; none unless a property has a single-use value. */
function findPropertyChanges({ plan }: Runner, base: Case): Case[] {
  const fieldsOf = ({ request }: Case): Body => Object(readJson(request));
  const fields = fieldsOf(base);
  if (!Object.values(fields).includes(singleUsePlaceholder)) return [];

  const names = Object.keys(fields);
  const accepted = plan(base.operation).filter(({ expected }) => expected === 'accept');
  return names.flatMap((name) => {
    const changed = accepted.find((it) => {
      const other = fieldsOf(it);
      return names.every(
        (each) => each in other && (other[each] === fields[each]) !== (each === name),
      );
    });
    return changed && fields[name] !== singleUsePlaceholder ? changed : [];
  });
}

/** Replaces the placeholder in a case by the single-use value that another one was given. */
function withValueOf(given: Case, testCase: Case): Case {
  const [value = ''] = String(given.request.body).match(sentSingleUseValue) ?? [];
  const body = String(testCase.request.body).replaceAll(singleUsePlaceholder, value);
  return { ...testCase, request: { ...testCase.request, body: Buffer.from(body) } };
}
