/** What a filter has instead of a name, to select requests without one. */
export const nameless = 'none';

/** The name of a tester. That of a format is none, because a server must not find `daily.json` as `daily`. */
export const validName = /^(?!(json|xml|html|none)$)[A-Za-z0-9_-]{1,40}$/;

export const expectedName =
  'up to 40 letters, digits, "-" and "_" other than json, xml, html and none';
