import type { Check, Exchange, Finding } from '../check.ts';
import { findMarkup, findOpenOrigin } from './otherOrigins.ts';
import { findSecretInBody, findSessionIdInHeader } from './repeatedSecrets.ts';
import { findClearedData, findReplacedSession } from './sessionsOfReads.ts';
import { findStoredError, findStoredSignOut } from './storedResponses.ts';

/** What is wrong with a response in a browser or a cache, whatever the case is for: none needs a request of its own. */
const rows: readonly ((exchange: Exchange) => Finding | undefined)[] = [
  findReplacedSession,
  findStoredError,
  findStoredSignOut,
  findSecretInBody,
  findSessionIdInHeader,
  findMarkup,
  findOpenOrigin,
  findClearedData,
];

export const responseSafety = {
  name: 'response_safety',
  promise:
    'No response ends a session, reveals a secret, runs text as HTML or is stored where it must not be.',
  hint: 'Look for a filter or a default of the framework that adds this to every response.',
  appliesTo: ({ error }) => error === undefined,
  run: (exchange) => {
    const { pointer } = exchange.testCase.operation;
    const found = rows.map((find) => find(exchange)).filter((it) => it !== undefined);
    return found.map((finding) => ({ ...finding, pointer }));
  },
} as const satisfies Check;
