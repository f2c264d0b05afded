import { expect, test } from 'vitest';
import { resolveSchema } from '../../contract/schema/resolveSchema.ts';

const schemas = {
  Title: { type: 'string', format: 'uri', maxLength: 9 },
  Short: { format: 'email', minLength: 1, maxLength: 5 },
  Own: { $ref: '#/schemas/Title', allOf: [{ $ref: '#/schemas/Short' }], maxLength: 7 },
};

test('a keyword is that of the schema itself, then of its $ref, then of its allOf', () => {
  const { keyword } = resolveSchema({ schemas }, '/schemas/Own');
  const found = ['maxLength', 'format', 'minLength'].map((name) => keyword(name)?.pointer);
  expect(found).toEqual([
    '/schemas/Own/maxLength',
    '/schemas/Title/format',
    '/schemas/Short/minLength',
  ]);
});

test('the required properties are those of the schema, of its $ref and of its allOf', () => {
  const Base = { required: ['id'] };
  const Named = { $ref: '#/Base', allOf: [{ required: ['name'] }], required: ['title'] };
  const { required } = resolveSchema({ Base, Named }, '/Named');
  expect(required.map(({ value }) => value)).toEqual(['title', 'id', 'name']);
});
