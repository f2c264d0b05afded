import type { Coverage } from '../../journal/coverage.ts';
import type { JournalEntry } from '../../journal/journalEntry.ts';
import type { ConsoleData } from '../consoleData.ts';
import type { Tester } from './tester.ts';
import type { ConsoleParams } from './useConsoleParams.ts';
import type { ConsoleState } from './useConsoleState.ts';

/** What every page of the console receives. */
export interface PageProps {
  data: ConsoleData;
  /** That of the tester, or of all without a name. */
  coverage: Coverage | undefined;
  /** Those of the tester, or all without a name. Newest first. Undefined until they have arrived. */
  entries: readonly JournalEntry[] | undefined;
  state: ConsoleState;
  params: ConsoleParams;
  tester: Tester;
}
