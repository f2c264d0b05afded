import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  emptyFields,
  findHint,
  formFields,
  mapFields,
  removeHalves,
  titleOf,
  toSubmission,
} from '../../client/feedback/messageFields.ts';

const { properties, required } = parse(readFileSync('openapi.yaml', 'utf8')).components.schemas
  .FeedbackSubmission;

test('each field is sent as a property of its own, which the contract limits and requires as the form does', () => {
  const sent = toSubmission(mapFields(({ name }) => name));
  const inContract = Object.entries(sent).map(([property, name]) => ({
    name,
    maxLength: properties[property].maxLength,
    isRequired: required.includes(property),
  }));
  expect(
    formFields.map(({ name, maxLength, isRequired }) => ({ name, maxLength, isRequired })),
  ).toEqual(inContract);
  for (const property of ['name', 'label'] as const) {
    const values = formFields.map((field) => field[property]);
    expect(values, `each ${property} is used once`).toEqual([...new Set(values)]);
  }
});

test.each([
  { what: 'no text', hint: 'Write a subject and a message first.', subject: '', message: '' },
  { what: 'no subject', hint: 'Write a subject first.', subject: '', message: 'x' },
  {
    what: 'a message that is too long',
    hint: 'Shorten your text first.',
    subject: 'x',
    message: 'x'.repeat(501),
  },
  { what: 'whitespace', hint: '', subject: ' ', message: '\n' },
  { what: 'full fields', hint: '', subject: 'x'.repeat(100), message: 'x'.repeat(500) },
])('a form with $what has the hint "$hint"', ({ hint, subject, message }) => {
  expect(findHint({ ...emptyFields, subject, message })).toBe(hint);
});

test('a message is named by its subject, or by its text if the subject is blank', () => {
  expect(titleOf({ ...emptyFields, subject: ' A ', message: 'b' })).toBe('A');
  expect(titleOf({ ...emptyFields, subject: ' ', message: 'b\nc' })).toBe('b\nc');
});

test('half of an emoji is removed from a full field only', () => {
  const half = '\ud83e';
  const fields = { ...emptyFields, subject: `${'x'.repeat(99)}${half}`, message: half };
  expect(removeHalves(fields)).toEqual({ ...fields, subject: 'x'.repeat(99) });
});
