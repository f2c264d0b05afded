/** What a server is held to, by the name under which a check can be skipped. */
export const checks = {
  answer: 'Every request is answered in time, in good HTTP, to the end.',
  'no-5xx': 'No request makes the server fail.',
  status: 'The status is one that the operation declares.',
  'media-type': 'The media type is one that the status declares; JSON is UTF-8.',
  body: 'The body fits its schema, formats included.',
  header: 'Declared headers are there where they are required, and fit their schemas.',
  'good-data': 'What fits the contract is accepted.',
  'bad-data': 'What breaks the contract is refused.',
  method: 'A method that the path does not declare is a 405 with Allow.',
  'unsupported-media-type': 'A media type that the operation does not declare is a 415.',
  credentials: 'A protected operation refuses without credentials and with wrong ones.',
  links: 'Where an answer leads, by its links, is as the contract says.',
} as const;

export type CheckName = keyof typeof checks;

export const checkNames = Object.keys(checks) as CheckName[];

/** Where to look, in a sentence for whoever writes the server. */
export const hints = {
  answer:
    'Look into the server log at this time. The process may have ended, or an exception came after the answer had begun.',
  'no-5xx':
    'An unforeseen value reached code that did not check it. Refuse it with a declared status before using it.',
  status:
    'Declare the status in the contract, or map it to a declared one. Frameworks have error pages of their own.',
  'media-type':
    'Set Content-Type to what the contract declares for this status, also for errors that a framework answers.',
  body: 'Compare what is written with the schema at this line. Serialisers drop nulls, rename fields and turn numbers into texts.',
  header: 'Set the header as the schema at this line says, on every answer with this status.',
  'good-data':
    'The server is stricter than the contract. Lengths count characters (code points), and blanks are text.',
  'bad-data': 'The server is laxer than the contract. Check this rule before acting.',
  method:
    'Map the path for its declared methods only, and let everything else be a 405 that lists them in Allow. --skip-check method is for a server that cannot.',
  'unsupported-media-type': 'Look at Content-Type before reading the body.',
  credentials: 'Check the credentials before anything else, and answer 401.',
  links:
    'Each step was sent with the cookies and values of the steps before. Look at what this one did with them.',
} as const satisfies Record<CheckName, string>;
