import type { operations } from '#openapi';

export type OperationId = keyof operations;

/** The path parameters and the body of a request that conforms to the contract. */
export interface OperationRequest<Id extends OperationId> {
  path: PathOf<operations[Id]>;
  body: RequestBody<Id>;
}

type PathOf<Operation> = Operation extends { parameters: { path: infer Path } }
  ? Path
  : Record<never, never>;

type RequestBody<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: infer Content };
}
  ? Content[keyof Content]
  : Record<never, never>;

/** The name of a field in the body of any operation. */
export type BodyField = { [Id in OperationId]: keyof RequestBody<Id> }[OperationId];
