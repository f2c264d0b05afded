import type { ParseArgsOptionsConfig } from 'node:util';
import { isBuildFailure } from './isBuildFailure.ts';
import { OptionError } from './OptionError.ts';
import { type CommandLineOptions, parseCommandLine } from './parseCommandLine.ts';

interface Command<Options extends ParseArgsOptionsConfig> extends CommandLineOptions<Options> {
  /** The output of `--help`. */
  usage: string;
  args?: readonly string[];
}

type CommandLine<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseCommandLine<Options>
>;

/**
 * Runs a command with the arguments of the process, or prints its usage for `--help`. An `OptionError`
 * is printed in one line, and the process then exits with 2. After a failed build, whose mistakes esbuild has printed,
 * it exits with 1.
 * @example
 * await runCommand({ usage, options: { port: { type: 'string' } } }, ({ values }) =>
 *   listen(values.port),
 * );
 */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  { usage, args = process.argv.slice(2), ...commandLine }: Command<Options>,
  run: (parsed: CommandLine<Options>) => Promise<void>,
): Promise<void> {
  try {
    const parsed = parseCommandLine(args, commandLine);
    if ((parsed.values as { help?: boolean }).help) console.log(usage);
    else await run(parsed);
  } catch (error) {
    if (isBuildFailure(error)) {
      process.exitCode = 1;
      return;
    }
    if (!(error instanceof OptionError)) throw error;

    console.error(`${error.message}. See --help.`);
    process.exitCode = 2;
  }
}
