import { isForm, isRecord, parseMediaType } from '../../../contract/index.ts';
import type { CaseDraft, RowKind } from '../../plan/testCase.ts';
import { baseMediaType, type PhaseContext } from '../phaseContext.ts';

type ChangeForm = (form: string, first: string, body: Record<string, unknown>) => string;

/** `first` is the name of the first field. */
const bodies: readonly [RowKind, string, ChangeForm][] = [
  ['invalid data', 'is empty, with a Content-Type', () => ''],
  ['invalid data', 'is JSON', (_form, _first, body) => JSON.stringify(body)],
  [
    'invalid data',
    'has brackets after a name',
    (form, first) => form.replace(`${first}=`, `${first}[]=`),
  ],
  ['unusual request', 'has a field twice', (form, first) => `${form}&${first}=contract-check`],
  ['unusual request', 'has a malformed percent-encoding', (form) => `${form}%zz`],
  ['unusual request', 'has bytes that are not UTF-8', (form) => `${form}%ff%fe`],
  ['valid data', 'has an unknown field and empty pairs', (form) => `&contractCheck=1&&${form}&`],
  ['valid data', 'has its fields in reverse order', (form) => form.split('&').reverse().join('&')],
  [
    'valid data',
    'has blanks as %20 and other characters percent-encoded in lower case',
    (form) => form.replaceAll('+', '%20').replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ],
];

/** Finds parsers of forms that accept another format, reject what another encoder writes, or fail on malformed bytes. */
export function* formCases(context: PhaseContext): Iterable<CaseDraft> {
  const { base } = context;
  const { body } = base.values;
  const media = baseMediaType(context);
  if (!media || !isForm(parseMediaType(media.mediaType)?.essence ?? '') || !isRecord(body)) return;

  const [first] = Object.keys(body);
  if (first === undefined) return;

  for (const [kind, description, change] of bodies) {
    yield {
      ...base,
      kind,
      description: `The form ${description}.`,
      pointer: kind === 'invalid data' ? '' : media.pointer,
      usesExistingValues: false,
      rewrite: (request) => {
        const form = String(request.body);
        const changed = change(form, encodeURIComponent(first), body);
        return changed === form ? undefined : { ...request, body: Buffer.from(changed) };
      },
    };
  }
}
