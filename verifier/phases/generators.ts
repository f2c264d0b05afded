import type { PhaseName } from '../plan/phaseNames.ts';
import { coverageCases } from './coverageCases.ts';
import { exampleCases } from './exampleCases.ts';
import type { PhaseCases } from './phaseContext.ts';
import { credentialCases } from './protocol/credentialCases.ts';
import { formCases } from './protocol/formCases.ts';
import { headerCases } from './protocol/headerCases.ts';
import { jsonCases } from './protocol/jsonCases.ts';
import { mediaTypeCases } from './protocol/mediaTypeCases.ts';
import { methodCases } from './protocol/methodCases.ts';
import { repetitionCases } from './repetitionCases.ts';
import { idCases } from './values/idCases.ts';
import { lengthCases } from './values/lengthCases.ts';
import { numberCases } from './values/numberCases.ts';
import { resourceCases } from './values/resourceCases.ts';
import { textCases } from './values/textCases.ts';

/** What generates the cases of each phase. `stateful/` generates those of the last, from responses. */
export const generators: readonly (readonly [PhaseName, PhaseCases])[] = [
  ['examples', exampleCases],
  ['coverage', coverageCases],
  ['values', textCases],
  ['values', lengthCases],
  ['values', numberCases],
  ['values', idCases],
  ['values', resourceCases],
  ['protocol', credentialCases],
  ['protocol', mediaTypeCases],
  ['protocol', jsonCases],
  ['protocol', formCases],
  ['protocol', headerCases],
  ['protocol', methodCases],
  ['repetition', repetitionCases],
];
