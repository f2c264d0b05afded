import { headerText } from '#contract';
import { type Check, type Exchange, type Finding, problemsOf } from './check.ts';
import { requestFields } from './requestFields.ts';

export const internalDetailsDisclosure = {
  name: 'internal_details_disclosure',
  promise:
    'No response contains a stack trace, SQL, a file path, an internal host or what a person wrote.',
  hint: 'Write the details to the log, and send a sentence of your own. Frameworks have a setting for it.',
  appliesTo: () => true,
  run: (exchange) => [...problemsOf(exchange, () => true, true), ...findRepeatedValue(exchange)],
} as const satisfies Check;

/** An error may name a field or a short value, but not what a person wrote: errors end up in logs. */
const maxRepeatedLength = 100;
// Without the lookbehind, the time for a long word would be quadratic.
const address = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/;

/** In JSON only: a page may show the form again as it was filled in. */
function findRepeatedValue({ testCase, request, response }: Exchange): Finding[] {
  const isJson = /json/.test(headerText(response.headers, 'content-type') ?? '');
  if (response.status < 400 || !isJson) return [];

  const received = String(response.body);
  const personal = [...requestFields(request.body).values()].flatMap((text) => {
    if (text.length >= maxRepeatedLength) return text.slice(0, maxRepeatedLength);

    return address.exec(text) ?? [];
  });
  const isRepeated = personal.some(
    (text) => received.includes(text) || received.includes(JSON.stringify(text).slice(1, -1)),
  );
  if (!isRepeated) return [];

  const message = "The error repeats a long text or an e-mail address of the request's body.";
  const { pointer } = testCase.operation;
  return [{ message, expected: 'the name of the field at most', location: 'body', pointer }];
}
