import { isRecord, type MediaType } from '#contract';
import { isSignIn } from '../checks/credentialFields.ts';
import { addTextCases } from './addTextCases.ts';
import { createBody, replaceText } from './baseValues.ts';
import type { CaseList } from './CaseList.ts';
import { singleUsePlaceholder } from './singleUsePlaceholder.ts';
import { findCandidates } from './values/findCandidates.ts';
import { replaceAt } from './values/replaceAt.ts';

/** Adds the cases about the values of a body. */
export function addBodyCases(list: CaseList): void {
  const { operation, values } = list;
  const [media] = operation.requestBody?.content ?? [];
  if (!media || values.body === undefined) return;

  addExamples(list, media);
  addCandidates(list, media.schemaPointer ?? '');
  if (isRecord(values.body)) addTextCases(list, values.body);
  if (operation.requestBody?.required)
    list.add('the body is missing', list.encode({ body: undefined }));
}

/** Adds the examples after the first one, which is that of the base request. */
function addExamples(list: CaseList, { examples }: MediaType): void {
  for (const { name, value } of examples.slice(1)) {
    const body = createBody(list.options, list.operation, value);
    list.add(`the example ${name}`, list.encode({ body }));
  }
}

/** Adds cases that replace one value each. */
function addCandidates(list: CaseList, pointer: string): void {
  const { contract, existingValues } = list.options;
  const { body } = list.values;
  for (const { path, value, predicate } of findCandidates(contract, pointer, body)) {
    const [name = ''] = path;
    const isSingleUse = name !== '' && Object(body)[name] === singleUsePlaceholder;
    const isText = typeof value === 'string' && value !== '';
    const changed = replaceAt(
      body,
      path,
      isSingleUse && isText ? replaceText(singleUsePlaceholder, value) : value,
    );
    const subject = path.length === 0 ? 'the body' : path.join('.');
    const mayBeUnknown = isSignIn(contract, list.operation) || existingValues.has(name);
    list.add(`${subject} ${predicate}`, list.encode({ body: changed }), { mayBeUnknown });
  }
}
