import type { ConsoleData, RequestsData } from '../consoleData.ts';
import type { Tester } from './getTester.ts';
import type { ConsoleParams } from './useConsoleParams.ts';

/** What every page of the console receives. */
export interface PageProps {
  data: ConsoleData;
  /** Those of the tester, or of all without a name. Undefined until they have arrived. */
  requests: RequestsData | undefined;
  params: ConsoleParams;
  tester: Tester;
}
