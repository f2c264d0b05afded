/** The value of a filter for requests without a tester's name. */
export const nameless = 'none';

/**
 * The pattern of a tester's name. `json` and the like are no names, because `daily.json` must not mean the brief
 * `daily`.
 */
export const validName = /^(?!(json|xml|html|none)$)[A-Za-z0-9_-]{1,40}$/;

export const expectedName =
  'up to 40 letters, digits, "-" and "_" other than json, xml, html and none';
