import type { Fault } from './faults/fault.ts';
import { getBriefFaults } from './faults/getBriefFaults.ts';
import { getCurrentUserFaults } from './faults/getCurrentUserFaults.ts';
import { signInFaults } from './faults/signInFaults.ts';
import { signOutFaults } from './faults/signOutFaults.ts';
import { submitFeedbackFaults } from './faults/submitFeedbackFaults.ts';

/**
 * What frameworks, databases, caches, firewalls and load balancers get wrong: each check of the verifier for each
 * operation, and one fault for each case of its plan that alone finds one.
 */
export const faults: readonly Fault[] = [
  ...getBriefFaults,
  ...submitFeedbackFaults,
  ...signInFaults,
  ...signOutFaults,
  ...getCurrentUserFaults,
];
