import type { Request, RequestHandler, Response } from 'express';
import {
  type ContractContext,
  createTargetViolation,
  splitTarget,
  toHeaderValue,
  type Violation,
} from '#contract';
import type { Forwarder } from '../forward/createForwarder.ts';
import { withoutName } from '../forward/withoutName.ts';
import type { ExchangeEmitter } from '../journal/exchange.ts';
import type { MockOptions } from '../mockOptions.ts';
import { defineTargetError, failureHeader, type Unmatched } from './defineError.ts';
import { deliver } from './deliver.ts';
import { findName, identify, type MockRequest } from './identify.ts';
import type { OwnDefinition } from './responseDefinition.ts';
import { selectResponse } from './selectResponse.ts';

/**
 * Creates the handler of all requests outside `/mock/`: it identifies and validates a request, selects the response,
 * and sends it.
 * @param forward forwards requests that the data does not cover; without data, all
 */
export function createResponder(
  { files, state }: MockOptions,
  exchanges: ExchangeEmitter,
  forward?: Forwarder,
): RequestHandler {
  return (req, res) => {
    const { context, data } = files.current();
    if (!data) return forward?.(req, res, { req, context, violations: [] });

    const match = context.matchOperation(req.method, splitTarget(req.url).path);
    if (match.kind !== 'operation') return respondToOther(req, res, context, match);

    const known = { context, data, state, hasBackend: forward !== undefined };
    const request = identify(req, match, known);
    const selected = selectResponse(request);
    const exchange = createExchange(request);
    if (selected.kind === 'forwarded') {
      const { identity } = request;
      const { scenario, reason } = selected;
      // The user names of a backend may contain dots.
      const name = identity.kind === 'brief' ? identity.name : undefined;
      const forwarded = { ...exchange, name, scenario, reason };
      return forward?.(req, res, forwarded, withoutName(req, identity));
    }

    const violations = validateDefined(request, selected);
    const definition = withFailure(selected, violations, context);
    const validated = { ...exchange, violations: [...request.violations, ...violations] };
    return deliver(res, definition, validated, exchanges);
  };

  /** Rejects or forwards a request to no operation. */
  function respondToOther(req: Request, res: Response, context: ContractContext, match: Unmatched) {
    const violation = createTargetViolation(context.contract, match);
    const exchange = { req, context, name: findName(req, state), violations: [violation] };
    if (forward) {
      const reason = `${violation.message} It was forwarded.`;
      return forward(req, res, { ...exchange, reason }, withoutName(req));
    }

    const definition = defineTargetError(match, violation, req);
    return deliver(res, definition, exchange, exchanges);
  }
}

function createExchange({ req, context, operation, identity, body, violations }: MockRequest) {
  const { key, name } = identity;
  return { req, context, operation, key, name, body, violations };
}

/** Returns the violations of a response, unless it rejects the request. */
function validateDefined(
  { context, operation }: MockRequest,
  definition: OwnDefinition,
): Violation[] {
  if (definition.kind !== 'response' || definition.source === 'mock') return [];

  const { response } = definition;
  // `deliver` adds it to every body.
  const headers = { 'content-length': String(response.body.length), ...response.headers };
  return context.validateResponse(operation, { ...response, headers });
}

const maxFailureLength = 1000;

/** Adds the header `Mock-Failure` to a response that violates the contract, unless it is one of a scenario. */
function withFailure(
  definition: OwnDefinition,
  violations: readonly Violation[],
  { contract }: ContractContext,
): OwnDefinition {
  const isFailure =
    definition.kind === 'response' && definition.source === 'contract' && violations.length > 0;
  if (!isFailure) return definition;

  const reasons = violations.map(
    ({ rule, message, line }) => `${message} (${rule}, ${contract.file}:${line})`,
  );
  const failure = toHeaderValue(reasons.join(' ').slice(0, maxFailureLength));
  const { response } = definition;
  const headers = { ...response.headers, [failureHeader]: failure };
  const reason = `The mock failed: ${failure}`;
  return { ...definition, response: { ...response, headers }, reason, unexpected: true };
}
