import type { Operation } from '../contract/contract.ts';
import { type Answer, pickAnswer } from '../contract/pickAnswer.ts';
import type { Preference } from './readPrefer.ts';

export type PreferredAnswer =
  | { kind: 'answer'; answer: Answer }
  /** Nothing was asked for that concerns the answer's content. */
  | { kind: 'no preference' }
  | { kind: 'not in the contract'; reason: string };

/** The contract's own answer that a caller prefers. */
export function preferredAnswer(
  operation: Operation,
  { code, example }: Preference,
): PreferredAnswer {
  if (code === undefined && example === undefined) return { kind: 'no preference' };

  const answer = pickAnswer(operation, {
    ...(code !== undefined && { status: code }),
    ...(example !== undefined && { example }),
  });
  if (answer) return { kind: 'answer', answer };
  const wish = [
    ...(code === undefined ? [] : [`status ${code}`]),
    ...(example === undefined ? [] : [`example "${example.slice(0, 60)}"`]),
  ].join(' with ');
  const reason = `The contract has no ${wish} for ${operation.id}. It has ${describe(operation)}.`;
  return { kind: 'not in the contract', reason };
}

/** `200 (daily, spacesInName), 404 (notFound)` */
function describe({ responses }: Operation): string {
  return responses
    .map(({ status, content }) => {
      const names = content.flatMap(({ examples }) => examples.map(({ name }) => name));
      return names.length > 0 ? `${status} (${names.join(', ')})` : status;
    })
    .join(', ');
}
