import { isSingleUse } from '#contract';
import { type Body, isFreeText } from '../cases/baseValues.ts';
import type { Planner } from '../cases/createPlanner.ts';
import { onceValue, sentOnceValue } from '../cases/onceValue.ts';
import { isWriteOperation } from '../checks/isWrite.ts';
import { type Case, type Exchange, isSuccess, type Session } from '../model.ts';
import type { Runner } from './Runner.ts';

interface RepetitionContext {
  runner: Runner;
  planner: Planner;
  base: Case;
  session?: Session | undefined;
}

/** What shows only in several requests: the same one again, two in turn, several at once, a value used twice. */
export async function repeatRequests(context: RepetitionContext): Promise<void> {
  const { base, runner } = context;
  if (isWriteOperation(runner.options.contract, base.operation)) {
    await sendWithInvalid(context);
    await sendUsed(context);
    return;
  }
  const otherRead = createOtherRead(context);
  await readInTurn(context, otherRead);
  await sendAtOnce(context, [otherRead, findInvalid(context)], 8, 'same read');
}

/** A write twice, and invalid ones, at the same time. */
export function sendWithInvalid(context: RepetitionContext, role?: Case['role']) {
  return sendAtOnce(context, [findInvalid(context)], 4, role);
}

/** The same read three times on one connection, and in between another id, if the contract has an example of one. */
async function readInTurn(
  { base, runner, session }: RepetitionContext,
  other: Case | undefined,
): Promise<void> {
  const request = { ...base.request, reusesConnection: true };
  for (const number of [1, 2, 3]) {
    const description = `read ${number} of 3 in turn`;
    await runner.run({ ...base, role: 'same read', request, description }, { session });
    if (other) await runner.run(other, { session });
  }
}

/** Requests at the same time, every second one another: each must get its own response. */
async function sendAtOnce(
  { base, runner, session }: RepetitionContext,
  possible: readonly (Case | undefined)[],
  count: number,
  role?: Case['role'],
): Promise<(Exchange | undefined)[]> {
  const others = possible.filter((it) => it !== undefined);
  const cases = Array.from({ length: count }, (_, i): Case => {
    const other = others[Math.floor(i / 2) % others.length];
    const one = i % 2 === 1 && other ? other : base;
    const description = `request ${i + 1} of ${count} at the same time: ${one.description}`;
    return { ...one, description, role };
  });
  return runner.runAtOnce(cases, { session });
}

/** An example of a parameter of the path other than that of the base request: the server may not know it. */
function createOtherRead({ base, planner }: RepetitionContext): Case | undefined {
  const values = planner.createValues(base.operation);
  const parameter = base.operation.parameters.find(({ in: place }) => place === 'path');
  if (!values || !parameter) return undefined;

  const key = `path ${parameter.name}`;
  const example = parameter.examples.find(({ value }) => value !== values.parameters.get(key));
  const parameters = new Map([...values.parameters, [key, example?.value]]);
  const request = example && planner.encode(base.operation, { ...values, parameters });
  if (!request) return undefined;

  const description = `between other reads, the example ${example.name}`;
  return { ...base, request, description, mayBeUnknown: true, role: 'same read' };
}

function findInvalid({ base, planner }: RepetitionContext): Case | undefined {
  return planner
    .plan(base.operation)
    .find(
      ({ expected, request }) => expected === 'reject' && request.method === base.request.method,
    );
}

/** A value that can be used once: again in the same body, in another one, and twice at the same time. */
async function sendUsed(context: RepetitionContext): Promise<void> {
  const { base, runner } = context;
  const changed = changeText(context);
  if (!changed) return;

  const description = 'a value is used for the first time';
  const first = runner.refresh({ ...base, role: undefined, description });
  const exchange = await runner.run(first);
  if (!exchange || !isSuccess(exchange)) return;

  const sent = { after: [exchange] };
  const again = 'the same request again, with the used value';
  await runner.run({ ...first, role: 'used body', description: again }, sent);
  const other = withValueOf(first, changed);
  const inOther = 'another request with the used value';
  await runner.run({ ...other, role: 'used value', description: inOther }, sent);
  await sendUsedAtOnce(context, changed);
}

async function sendUsedAtOnce({ base, runner }: RepetitionContext, changed: Case): Promise<void> {
  const first = runner.refresh({ ...base, role: undefined });
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
  const isAdvice = !runner.options.enforceSingleUse;
  runner.report({ check: 'single_use', message, expected, isAdvice, exchange: second });
}

/** The base request with another text beside a value that can be used once; undefined if it has none of both. */
function changeText({ base, planner, runner }: RepetitionContext): Case | undefined {
  const { contract } = runner.options;
  const { operation } = base;
  const pointer = operation.requestBody?.content[0]?.schemaPointer;
  const properties = pointer === undefined ? [] : [...contract.schemaAt(pointer).properties];
  const isOnce = (property: string) => isSingleUse(contract.schemaAt(property));
  const text = properties.find(
    ([, property]) =>
      isFreeText(contract, property) &&
      !isOnce(property) &&
      contract.schemaAt(property).types.size === 1,
  );
  const values = planner.createValues(operation);
  if (!text || !values || !properties.some(([, property]) => isOnce(property))) return undefined;

  const body = values.body as Body;
  const changed = { ...body, [text[0]]: `${body[text[0]]} again` };
  const request = planner.encode(operation, { ...values, body: changed });
  return request && { ...base, role: undefined, request };
}

/** A case with the single-use value that another one was given. */
function withValueOf(given: Case, testCase: Case): Case {
  const [value = ''] = String(given.request.body).match(sentOnceValue) ?? [];
  const body = String(testCase.request.body).replaceAll(onceValue, value);
  return { ...testCase, request: { ...testCase.request, body: Buffer.from(body) } };
}
