import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with {
  type: 'json',
};
import { expect, test } from 'vitest';
import { findSubschemas } from '../../contract/schema/findSubschemas.ts';

test.each(Object.entries(applicator.properties))(
  'what the keyword %s of JSON Schema applies is found',
  (keyword, definition) => {
    // Otherwise, it applies a list or an object of schemas.
    const isSingle = '$dynamicRef' in definition;
    const found = findSubschemas({ [keyword]: isSingle ? {} : { a: {} } }, '');
    expect(found).toEqual([isSingle ? `/${keyword}` : `/${keyword}/a`]);
  },
);
