import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { maxLengths } from '../../client/feedback/messageFields.ts';

test('the limits of the fields match the contract', () => {
  const { subjectLine, text } = parse(readFileSync('openapi.yaml', 'utf8')).components.schemas
    .FeedbackSubmission.properties;
  expect(maxLengths).toEqual({ subject: subjectLine.maxLength, message: text.maxLength });
  expect(maxLengths).toEqual({ subject: 100, message: 500 });
});
