import type { operations } from '#openapi';
import type { Sessions } from '../world/sessions.ts';
import type { World } from '../world/world.ts';

/** Typed by the contract: a handler for an operation that changed there no longer compiles. */
export type OperationHandlers = { [Id in keyof operations]?: OperationHandler<operations[Id]> };

export interface OperationHandler<Operation> {
  /** The value by which a tester steers this operation: a brief id, a user name. */
  key?(request: LooseRequest<Operation>, state: State): string | undefined;
  /** Whom the request is from. */
  subscriber?(request: LooseRequest<Operation>): string | undefined;
  /** Without it, the contract's first example is the answer. */
  answer?(request: HandledRequest<Operation>, state: State): Reply<Operation>;
}

export interface State {
  world: World;
  sessions: Sessions;
  /** The value of the session's cookie. */
  session: string | undefined;
}

export interface HandledRequest<Operation> {
  path: PathOf<Operation>;
  body: BodyOf<Operation>;
}

/** A request that may break the contract: any value may be missing. */
export interface LooseRequest<Operation> {
  path: Partial<PathOf<Operation>>;
  body: Partial<BodyOf<Operation>>;
}

/** One of the answers that the contract declares. */
export type Reply<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: ReplyWith<Status, Responses[Status]> }[keyof Responses]
  : never;

type ReplyWith<Status, Response> = Response extends {
  headers: infer Headers;
  content: infer Content;
}
  ? {
      [Type in keyof Content]: {
        status: Status;
        headers?: Headers;
        mediaType: Type;
        body: Content[Type];
      };
    }[keyof Content]
  : { status: Status; headers?: Record<string, string> };

type PathOf<Operation> = Operation extends { parameters: { path: infer Path } }
  ? Path
  : Record<never, never>;

type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : Record<never, never>;
