import type { Operation, SchemaViolation, ValueModel } from '../contract.ts';
import { splitPointer } from '../jsonPointer.ts';
import type { Problem } from './problem.ts';

/** Finds the examples of an operation's parameters, headers and bodies that violate their schemas. */
export function findExampleProblems(operation: Operation): Problem[] {
  return listValues(operation).flatMap(({ examples, validate }) =>
    examples.flatMap(({ value, pointer }) =>
      validate(value).map((violation) => describeViolation(pointer, violation)),
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

function describeViolation(pointer: string, violation: SchemaViolation): Problem {
  const { instancePath, reason } = violation;
  const name = splitPointer(instancePath).join('.');
  const subject = name === '' ? 'The example' : `The example's "${name}"`;
  return { pointer: pointer + instancePath, message: `${subject} ${reason}.` };
}
