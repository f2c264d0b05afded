/** The name of a tester. That of a format is none, because a server must not find `daily.json` as `daily`. */
export const validName = /^(?!(json|xml|html)$)[A-Za-z0-9_-]{1,40}$/;

export const expectedName = 'up to 40 letters, digits, "-" and "_" other than json, xml and html';
