import type { Operation, ValueModel } from '../contract.ts';
import { describeLocation } from '../violation.ts';
import type { Problem } from './problem.ts';

/** Finds the examples of an operation's parameters, headers and bodies that violate their schemas. */
export function findExampleProblems(operation: Operation): Problem[] {
  return listValues(operation).flatMap(({ examples, validate }) =>
    examples.flatMap(({ value, pointer }) =>
      validate(value).map(({ instancePath, reason }) => ({
        pointer: pointer + instancePath,
        message: `${describeLocation(`example${instancePath}`)} ${reason}.`,
      })),
    ),
  );
}

function listValues({ parameters, requestBody, responses }: Operation): ValueModel[] {
  return [
    ...parameters,
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ headers, content }) => [...headers, ...content]),
  ];
}
