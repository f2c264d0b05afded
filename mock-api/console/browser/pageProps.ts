import type { ConsoleData } from '../consoleData.ts';
import type { Tester } from './tester.ts';
import type { ConsoleParams } from './useConsoleParams.ts';
import type { MockState } from './useMockState.ts';

/** What every page of the console receives. */
export interface PageProps {
  data: ConsoleData;
  state: MockState;
  params: ConsoleParams;
  tester: Tester;
}
