import type { SeededFault } from './declareFaults.ts';
import { responseFaults } from './responseFaults.ts';
import { ruleFaults } from './ruleFaults.ts';

/** Each is one deviation from an otherwise conforming backend. */
export const seededFaults: readonly SeededFault[] = [...responseFaults, ...ruleFaults];
