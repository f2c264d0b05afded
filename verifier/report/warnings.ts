import { isRecord } from '#contract';
import { isWrite } from '../checks/isWrite.ts';
import { isSuccess, type Run, readJson, type VerifyOptions } from '../model.ts';

/** Why nothing was tested, as a sentence; none if something was. */
export function describeNothing(
  { exchanges, skipped }: Pick<Run, 'exchanges' | 'skipped'>,
  { contract }: Pick<VerifyOptions, 'contract'>,
  isTested: boolean,
): string[] {
  if (isTested) return [];
  if (contract.operations.length === 0) return ['The contract has no operations.'];
  if (exchanges.every(({ expected }) => expected === 'method')) {
    const options = new Set(skipped.flatMap(({ option }) => option ?? []));
    const advice = options.size > 0 ? ` Set ${[...options].join(', ')}.` : '';
    return [`No valid request was sent, so nothing was tested.${advice}`];
  }
  const statuses = [...new Set(exchanges.map(({ response }) => response.status))].sort();
  const advice = statuses.includes(404)
    ? 'Check the URL.'
    : 'Set VERIFY_USER and VERIFY_PASSWORD, or --header.';
  return [`Every response was ${statuses.join(' or ')}, so nothing was tested. ${advice}`];
}

/** Where all texts of existing resources are ASCII, a wrong length or character set does not show. */
export function findPlainTexts(
  { exchanges }: Pick<Run, 'exchanges'>,
  { contract, existingValues }: Pick<VerifyOptions, 'contract' | 'existingValues'>,
): string[] {
  const reads = exchanges.filter(
    (exchange) =>
      !isWrite(contract, exchange) &&
      isSuccess(exchange) &&
      exchange.operation.parameters.some(
        ({ in: place, name }) => place === 'path' && existingValues.has(name),
      ),
  );
  const byOperation = Map.groupBy(reads, ({ operation }) => operation);
  return [...byOperation].flatMap(([{ id }, ofOperation]) => {
    const texts = ofOperation.flatMap(({ response }) => textsOf(readJson(response)));
    if (texts.length === 0 || texts.some((text) => /[^\0-\x7f]/.test(text))) return [];
    return [
      `${id}: all texts in the responses are ASCII, so that a wrong length or character set does not show. Recommended: a resource with letters such as é.`,
    ];
  });
}

function textsOf(value: unknown): string[] {
  if (!isRecord(value)) return [];
  return Object.values(value).filter((text) => typeof text === 'string');
}
