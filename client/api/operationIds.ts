import type { operations, paths } from '#openapi';

export type OperationId = keyof operations;

type MethodOf<Path extends keyof paths> = {
  [Key in keyof paths[Path]]: paths[Path][Key] extends operations[OperationId] ? Key : never;
}[keyof paths[Path]] &
  string;

type Endpoint = {
  [Path in keyof paths]: `${Uppercase<MethodOf<Path>>} ${Path}`;
}[keyof paths];

type OperationAt<Name> = Name extends `${infer Method} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<Method> & keyof paths[Path]]
  : never;

type IdOf<Operation> = {
  [Id in OperationId]: [operations[Id], Operation] extends [Operation, operations[Id]] ? Id : never;
}[OperationId];

/** The operation id of endpoints in the contract. A wrong id does not compile. */
export type OperationIds = { readonly [Name in Endpoint]?: IdOf<OperationAt<Name>> };

/** The endpoints that the client calls, for the messages of failed requests. */
export const operationIds = {
  'GET /rest/subscriber-feedback/briefs/{briefId}': 'getBrief',
  'POST /rest/subscriber-feedback/form-submit': 'submitFeedback',
  'POST /jsp/utilities/tools.jsp': 'signIn',
  'GET /jsp/logout.jsp': 'signOut',
  'GET /rest/alchemyuser/currentUser': 'getCurrentUser',
} as const satisfies OperationIds;

/** The paths of these endpoints, for the type of the API client. */
export type CalledPaths = Pick<
  paths,
  {
    [Name in keyof typeof operationIds]: Name extends `${string} ${infer Path}` ? Path : never;
  }[keyof typeof operationIds]
>;
