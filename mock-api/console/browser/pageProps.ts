import type { ConsoleData } from '../consoleData.ts';
import type { MockState } from './mockConnection.ts';
import type { Suffix } from './suffix.ts';
import type { ConsoleParams } from './useConsoleParams.ts';

/** What every page of the console receives. */
export interface PageProps {
  data: ConsoleData;
  state: MockState;
  params: ConsoleParams;
  suffix: Suffix;
}
