import type { Operation, OperationLink } from '#contract';
import type { Plan, PlannedRequest } from '../phases/planCases.ts';
import type { TestCase } from '../plan/testCase.ts';
import { type CredentialFields, type Credentials, withCredentials } from './credentialFields.ts';
import { type LinkSource, resolveExpression } from './resolveExpression.ts';

/** The first request of a session, with the given credentials if the operation is a sign-in. */
export function startingRequest(
  plan: Plan,
  start: Operation,
  fields: CredentialFields | undefined,
  credentials: Credentials | undefined,
): PlannedRequest | undefined {
  if (!fields || !credentials) return plan.buildRequest(start);

  const planned = plan.buildRequest(start, withCredentials(fields, credentials));
  if (!planned) return undefined;

  const description = 'The credentials are those of VERIFY_USER.';
  const signIn = { kind: 'sign-in', isSignedIn: false, usesExistingValues: true } as const;
  return { ...planned, testCase: { ...planned.testCase, ...signIn, isGate: true, description } };
}

/** The request of a link, or the reason why there is none. */
export function linkRequest(
  plan: Plan,
  from: Operation,
  { link, target }: OperationLink,
  source: LinkSource,
): PlannedRequest | { reason: string } {
  const given = new Map<string, unknown>();
  for (const [name, expression] of Object.entries(link.parameters)) {
    const value = resolveExpression(expression, source);
    if (value === undefined) return { reason: `the response has no value for "${name}"` };

    const parameter = target.parameters.find(
      (it) => it.name === name || `${it.in}.${it.name}` === name,
    );
    if (parameter) given.set(`${parameter.in} ${parameter.name}`, value);
  }

  const planned = plan.buildRequest(target, (values) => ({
    ...values,
    parameters: new Map([...values.parameters, ...given]),
  }));
  if (!planned) return { reason: 'the values of the response make no valid request' };

  const testCase: TestCase = {
    ...planned.testCase,
    kind: 'link',
    expectedStatus: link.expectedStatus,
    description: `The link "${link.name}" of ${from.id}.`,
    pointer: link.pointer,
  };
  return { ...planned, testCase };
}
