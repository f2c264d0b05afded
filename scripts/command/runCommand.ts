import type { ParseArgsOptionsConfig } from 'node:util';
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
 * is printed in one line, and the process then exits with 2. A mistake in the source is printed with its file and line,
 * and the process exits with 1.
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
    if (error instanceof OptionError) {
      console.error(`${error.message}. See --help.`);
      process.exitCode = 2;
      return;
    }

    const { name, message } = error as Error;
    // esbuild has printed the mistakes of a build, but not that of a file that is imported.
    const isPrinted = message.startsWith('Build failed');
    if (!isPrinted && name !== 'TransformError') throw error;

    if (!isPrinted) console.error(message);
    process.exitCode = 1;
  }
}
