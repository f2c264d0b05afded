import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { OptionError } from './OptionError.ts';

export interface CommandLineOptions<Options extends ParseArgsOptionsConfig> {
  options?: Options;
  /** The names of the arguments without an option; none by default. The last may end in `...`. */
  positionals?: readonly string[];
}

const help = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Parses the arguments of a command with `--help` and the given options.
 * @throws {OptionError} for an unknown option, a missing or unexpected value and a surplus argument
 */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { options = {} as Options, positionals: names = [] }: CommandLineOptions<Options>,
) {
  const { values, positionals } = parse(args, options);

  // `--host "$UNSET"` would otherwise listen on all interfaces.
  for (const [option, value] of Object.entries(values)) {
    if (value === '') throw new OptionError(`--${option}: expected a value`);
  }

  const surplus = positionals[names.length];
  const takesMore = names.at(-1)?.endsWith('...');
  if (surplus !== undefined && !takesMore) {
    throw new OptionError(`"${surplus}": unexpected argument`);
  }

  return { values, positionals };
}

function parse<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options: { ...options, ...help }, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const option = /(?<=')-[^\s'=,]+/.exec(message)?.[0] ?? 'options';
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      throw new OptionError(`${option}: unknown option`);
    }

    const isFlag = message.includes('does not take an argument');
    throw new OptionError(`${option}: expected ${isFlag ? 'no value' : 'a value'}`);
  }
}
