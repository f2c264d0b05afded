import { faultsInAnswers } from './faultsInAnswers.ts';
import { faultsInRules } from './faultsInRules.ts';
import type { SeededFault } from './seedFault.ts';

/** Faults of a line each, in a backend that is right otherwise. */
export const seededFaults: readonly SeededFault[] = [...faultsInAnswers, ...faultsInRules];
