import type { operations, paths } from '#openapi';

export type OperationId = keyof operations;

/** The operations that the client calls, one per path, for the messages of failed requests. */
export const operationIds = {
  '/rest/subscriber-feedback/briefs/{briefId}': 'getBrief',
  '/rest/subscriber-feedback/form-submit': 'submitFeedback',
  '/jsp/utilities/tools.jsp': 'signIn',
  '/jsp/logout.jsp': 'signOut',
  '/rest/alchemyuser/currentUser': 'getCurrentUser',
} as const satisfies Partial<Record<keyof paths, OperationId>>;

/** The paths of these operations, for the type of the API client. */
export type CalledPaths = Pick<paths, keyof typeof operationIds>;
