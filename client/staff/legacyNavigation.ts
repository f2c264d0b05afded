/** The kind of page that an item opens; `unknown` if it is not specified. */
export type LegacyDestination = 'legacy-page' | 'other-app' | 'unknown';

/** The items of the staff system's legacy navigation, by name. */
export const legacyNavigation = {
  Alchemy: 'unknown',
  'All Briefs': 'unknown',
  'Brief Credits': 'unknown',
  'Transactional Emails tool': 'unknown',
  Search: 'other-app',
  'View/Edit All Issues': 'unknown',
  'Create Issue': 'unknown',
  Sources: 'unknown',
  'GCNL Mapping': 'unknown',
  'Current Issue Status': 'unknown',
  Advertising: 'unknown',
  Launch: 'unknown',
  Tools: 'unknown',
  'Forgot User Name': 'unknown',
  'Forgot Password': 'unknown',
  'Change Password': 'unknown',
} as const satisfies Record<string, LegacyDestination>;
