import type { Request, RequestHandler, Response } from 'express';
import {
  cookieText,
  createTargetViolation,
  type FormField,
  readForm,
  splitTarget,
} from '../contract/index.ts';
import { describeRequest, describeResponse } from '../journal/describeRequest.ts';
import { record } from '../journal/recordRequests.ts';
import type { MockFiles } from '../operations/loadMockFiles.ts';
import type { Sessions } from '../operations/sessions.ts';
import type { TesterData } from '../operations/testerData.ts';
import { identifyRequest } from '../scenarios/identifyRequest.ts';
import type { AttemptCounter } from './attemptCounter.ts';
import { createDefaultResponse } from './createDefaultResponse.ts';
import { declaredStatus } from './createErrorResponse.ts';
import { deliver, isWithheld, withhold } from './deliver.ts';
import { describeUnknownId } from './describeUnknownId.ts';
import { findExampleName } from './findExampleResponse.ts';
import { findPreferredResponse } from './findPreferredResponse.ts';
import type { RequestForwarder } from './forwardRequest.ts';
import { hasInvalidCredentials } from './hasInvalidCredentials.ts';
import { selectResponse } from './selectResponse.ts';
import {
  failureHeader,
  rejectTarget,
  rejectViolations,
  sendFailure,
  sendProblem,
} from './sendProblem.ts';
import { validateOwnResponse } from './validateOwnResponse.ts';

export interface ResponderOptions {
  currentFiles: () => MockFiles;
  sessions: Sessions;
  attempts: AttemptCounter;
  testerData: TesterData;
  /** Forwards the requests to which neither the data nor a scenario applies. */
  forwardRequest?: RequestForwarder | undefined;
}

/**
 * Creates the handler for all operations of the contract. It rejects or forwards any other request.
 */
export function createResponder({
  currentFiles,
  sessions,
  attempts,
  testerData,
  forwardRequest,
}: ResponderOptions): RequestHandler {
  return (req, res) => {
    const form = Buffer.isBuffer(req.body) ? readForm(req.headers, req.body) : undefined;
    return form ? form.then((fields) => respond(req, res, fields)) : respond(req, res);
  };

  function respond(req: Request, res: Response, form?: readonly FormField[]) {
    // One version of the files for the whole request, even if one changes in the meantime.
    const { context, data: ownData } = currentFiles();
    const { path, query } = splitTarget(req.url);
    const match = context.matchOperation(req.method, path);
    if (match.kind !== 'operation') {
      const violation = createTargetViolation(context.contract, match);
      if (forwardRequest) {
        const reason = `${violation.message} It was forwarded.`;
        return forwardRequest(req, res, { context, violations: [violation], reason });
      }
      return rejectTarget(res, match, violation);
    }

    const { operation, pathValues } = match;
    const { headers } = req;
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const request = context.validateRequest(operation, {
      ...{ pathValues, query, headers, body, form },
    });

    const sessionId = cookieText(headers, ownData.sessionCookie);
    const ownId = ownData.hasHandlers ? operation.id : undefined;
    const identity = identifyRequest(ownId, request, {
      signedInUser: sessions.userOf(sessionId),
      isKnownId: (kind, id, suffix) => testerData.dataFor(ownData, suffix).isKnownId(kind, id),
    });
    const data = testerData.dataFor(ownData, identity.suffix);
    const preferred = findPreferredResponse(operation, headers);
    const { id = '' } = identity;
    const isForwarded =
      forwardRequest &&
      !data.isKnownId('brief', id) &&
      !data.isKnownId('user', id) &&
      preferred.kind === 'valid' &&
      !preferred.response;
    // The ids of the backend have no suffix, although they may contain dots.
    const recorded = isForwarded ? { ...identity, suffix: undefined } : identity;
    record(res, describeRequest(operation, request, recorded, context.secretFields));
    if (isForwarded) {
      const { violations } = request;
      const { key } = identity;
      const subject = key === undefined ? 'it has no id that' : `"${key}" is no id that`;
      const reason = `Forwarded, because ${subject} is in the data or selects a scenario.`;
      return forwardRequest(req, res, { context, operation, violations, reason });
    }
    if (operation.problem !== undefined) return sendFailure(res, 501, operation.problem);
    if (preferred.kind === 'invalid') return sendProblem(res, 400, preferred.reason, operation);
    // A response selected with `Prefer` needs no sign-in.
    const violations = preferred.response
      ? request.violations.filter(({ rule }) => rule !== 'request.credentials')
      : request.violations;
    if (violations.length > 0) return rejectViolations(res, operation, violations);
    if (!preferred.response && hasInvalidCredentials(operation, { headers, query })) {
      return sendProblem(
        res,
        declaredStatus(operation, 401),
        'The credentials are invalid.',
        operation,
      );
    }
    if (preferred.applied) res.set('Preference-Applied', preferred.applied);
    if (preferred.response) record(res, { reason: `Selected with Prefer: ${preferred.applied}.` });

    const scenario = preferred.response ? undefined : data.scenarios.find(id, operation.id);
    const behaviour = scenario && attempts.behaviourFor(scenario, identity);
    if (scenario && behaviour) {
      const attempt = `Attempt ${behaviour.attempt} with "${identity.key}"`;
      record(res, {
        scenario: scenario.id,
        reason: `${attempt}, which selects the scenario ${scenario.id}.`,
      });
    }
    const delay = preferred.delayMs ?? behaviour?.delay;
    // The handler does not run, so that a request without a response changes no state.
    if (isWithheld(behaviour?.fault)) return withhold(res, behaviour.fault, delay);

    const createDefault = () => {
      const context = { data, sessions, sessionId, identity, accept: headers.accept };
      return preferred.response ?? createDefaultResponse(operation, request, context);
    };
    const selected = selectResponse(operation, request, {
      behaviour,
      headers,
      createDefault,
    });
    const checked = validateOwnResponse(context, operation, selected);
    const reason = checked.response.headers[failureHeader];
    if (typeof reason === 'string') record(res, { reason: `The mock failed: ${reason}` });
    const example = findExampleName(operation, checked.response);
    if (checked.response.status === 404 && !behaviour) {
      record(res, describeUnknownId(identity, data));
    }
    record(res, {
      ...describeResponse(checked.response, context.secretFields),
      violations: [...request.violations, ...checked.violations],
      ...(example !== undefined && { example }),
    });
    deliver(res, checked.response, { ...behaviour, ...(delay !== undefined && { delay }) });
  }
}
