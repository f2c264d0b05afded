import { mask } from '#contract';
import { sentOnceValue } from '../cases/onceValue.ts';
import type { Exchange, Run, VerifyOptions } from '../model.ts';
import { curlCommand } from '../send/curlCommand.ts';
import { quote } from '../send/SecretMask.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';

/**
 * Creates the bash commands that repeat an exchange, with the steps before it, such as the sign-in that sets `$SESSION_1`,
 * and the requests at the same time. Secrets are variables; a comment says what a command cannot contain.
 */
export function describeCommands(
  exchange: Exchange,
  { secrets }: Run,
  { contract, url }: VerifyOptions,
): string[] {
  const { steps, request, together } = exchange;
  const toCommand = (sent: Exchange['request']) =>
    curlCommand(sent, { url, basePath: contract.basePath, secrets });
  const before = steps.flatMap((step) => {
    const command = toCommand(step.request);
    const variables = sessionSecrets(step.response).map(({ cookie, id }) =>
      storeCookie(cookie, secrets.variableOf(id) ?? 'SESSION'),
    );
    if (variables.length === 0) return withNote(command, step);
    return [...withNote(`HEADERS=$(${command} -s -o /dev/null -D -)`, step), ...variables];
  });
  const last =
    together.length < 2 ? toCommand(request) : `${together.map(toCommand).join(' & ')} & wait`;
  return renewOnceValues([...before, ...withNote(last, exchange)]);
}

/** Adds comments about what a command does not show. */
function withNote(command: string, { description, request }: Exchange): string[] {
  const commands = [command];
  if (command.includes(mask))
    commands.push(
      `# Send another text in place of ${mask}, which resembles a secret: ${description}`,
    );
  if (request.reusesConnection)
    commands.push('# It was sent on a connection that earlier requests had used.');
  return commands;
}

/** Replaces the single-use values by new ones, because the run has used them. */
function renewOnceValues(commands: readonly string[]): string[] {
  const renewed = commands.map((it) => it.replaceAll(sentOnceValue, `$&-'"$ONCE"'`));
  return renewed.join() === commands.join() ? renewed : ['ONCE=$RANDOM', ...renewed];
}

/** Creates a command that stores a cookie of the response in a variable. */
function storeCookie(name: string, variable: string): string {
  const literal = name.replace(/[\\^$.*[\]/]/g, '\\$&');
  const pattern = quote(`s/^set-cookie: *${literal}=\\([^;\\r]*\\).*/\\1/Ip`);
  return `${variable}=$(sed -n ${pattern} <<< "$HEADERS" | tail -1)`;
}
