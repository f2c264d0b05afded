import type { ConsoleData, RequestsData } from '../consoleData.ts';
import type { Tester } from './getTester.ts';
import type { ConsoleParams } from './useConsoleParams.ts';

/** The props of every page of the console. */
export interface PageProps {
  data: ConsoleData;
  /** The requests of the tester or, without a name, of all. Undefined until they have arrived. */
  requests: RequestsData | undefined;
  params: ConsoleParams;
  tester: Tester;
}
