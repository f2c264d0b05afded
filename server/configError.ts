import { StartupFault } from './startupFault.ts';

/** Everything that is wrong with the environment, each fault a sentence that names its variable. */
export class ConfigError extends StartupFault {
  override name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['The configuration has faults:', ...faults.map((fault) => `  - ${fault}`)].join('\n'));
    this.faults = faults;
  }
}
