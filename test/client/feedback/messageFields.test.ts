import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  type emptyFields,
  findHint,
  formFields,
  removeHalves,
  titleOf,
  toSubmission,
} from '../../../client/feedback/messageFields.ts';

const { properties, required } = parse(readFileSync('openapi.yaml', 'utf8')).components.schemas
  .FeedbackSubmission;

test('each field is sent as its own property of the contract, with the limit and the requirement of the form', () => {
  const texts = Object.fromEntries(formFields.map(({ name }) => [name, `the ${name}`]));
  const submission = toSubmission(texts as typeof emptyFields);
  expect(submission).toEqual({ subjectLine: 'the subject', text: 'the message' });
  const inContract = Object.keys(submission).map((property) => [
    properties[property].maxLength,
    required.includes(property),
  ]);
  expect(inContract).toEqual([
    [100, true],
    [500, true],
  ]);
  expect(formFields.map((field) => [field.maxLength, field.isRequired])).toEqual(inContract);
});

test.each([
  ['', '', 'Write a subject and a message first.'],
  ['', 'x', 'Write a subject first.'],
  ['x', 'x'.repeat(501), 'Shorten your text first.'],
  [' ', '\n', ''],
  ['x'.repeat(100), 'x'.repeat(500), ''],
])('for the subject %j and the message %j the form asks %j', (subject, message, hint) => {
  expect(findHint({ subject, message })).toBe(hint);
});

test('a message is named by its subject, or by its text if the subject is blank', () => {
  expect(titleOf({ subject: ' A ', message: 'b' })).toBe('A');
  expect(titleOf({ subject: ' ', message: 'b\nc' })).toBe('b\nc');
});

test('half of an emoji is removed from a full field only', () => {
  const half = '\ud83e';
  expect(removeHalves({ subject: `${'x'.repeat(99)}${half}`, message: half })).toEqual({
    subject: 'x'.repeat(99),
    message: half,
  });
});
