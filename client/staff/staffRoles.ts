import type { StaffRole } from '#openapi';

const roles: Readonly<Record<StaffRole, true>> = {
  admin: true,
  ADVERTISING_ADMINISTRATION: true,
  ADVERTISING_OPERATION: true,
  ARCHIVE_ADMINISTRATION: true,
  BRIEF_ADMINISTRATION: true,
  BRIEF_MANAGEMENT: true,
  BRIEF_OPERATIONS: true,
  BRIEF_TRANSACTIONAL_EMAILS: true,
  CMS_BETA_FEATURES: true,
  COLLABCENTER_BETA: true,
  COPY_EDIT: true,
  EDITORIAL_ADMINISTRATION: true,
  EXTERNAL_USER_MANAGEMENT: true,
  feedback: true,
  ISSUE_CREATION: true,
  LAUNCH_ADMINISTRATION: true,
  LETTER_MANAGEMENT: true,
  mockup: true,
  PR_AD_ADMINISTRATION: true,
  radvertiser: true,
  rbrief: true,
  REWARD_TRANSACTIONAL_EMAILS: true,
  rinternal: true,
  SALES: true,
  SUBSCRIBER_DATA_MANAGEMENT: true,
  SUBSCRIBER_DETAILS_REPORT: true,
  SUBSCRIBER_EXPLORER: true,
  TAXONOMY_MANAGEMENT: true,
  TRANSACTIONAL_EMAILS: true,
  TRIAL_LIST_MANAGEMENT: true,
  USER_ADMINISTRATION: true,
};

/** The back-office roles of the contract, spelled exactly as on the staff platform. */
export const staffRoles = Object.keys(roles) as readonly StaffRole[];
