import type { Operation, OperationLink } from '../../contract/index.ts';
import type { Plan, PlannedRequest } from '../phases/planCases.ts';
import type { RequestValues } from '../plan/wireRequest.ts';
import { needsMoreThanSession } from '../send/clientSession.ts';
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
): PlannedRequest | string {
  const resolved = Object.entries(link.parameters).map(
    ([name, expression]) => [name, resolveExpression(expression, source)] as const,
  );
  if (needsMoreThanSession(target)) return 'it needs other credentials beside the session';

  const { expectedStatus, requestBody } = link;
  const missing = resolved.find(([, value]) => value === undefined);
  if (missing) return `the response has no value for "${missing[0]}"`;

  const planned = plan.buildRequest(target, (values): RequestValues => {
    const parameters = new Map(values.parameters);
    for (const [name, value] of resolved) {
      const parameter = target.parameters.find(
        (candidate) => candidate.name === name || `${candidate.in}.${candidate.name}` === name,
      );
      if (parameter) parameters.set(`${parameter.in} ${parameter.name}`, value);
    }
    const body = requestBody !== undefined && { body: resolveExpression(requestBody, source) };
    return { ...values, parameters, ...body };
  });
  if (!planned) return 'the values of the response make no valid request';

  return {
    ...planned,
    testCase: {
      ...planned.testCase,
      kind: 'link',
      description: `The link "${link.name}" of ${from.id}.`,
      pointer: link.pointer,
      ...(expectedStatus !== undefined && { expectedStatus }),
    },
  };
}
