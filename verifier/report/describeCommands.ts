import { mask } from '#contract';
import { sentOnceValue } from '../cases/onceValue.ts';
import type { Exchange, Run, VerifyOptions } from '../model.ts';
import { curlCommand } from '../send/curlCommand.ts';
import { quote } from '../send/SecretMask.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';

/**
 * The bash commands that lead to a response again: those that it needs, such as the sign-in that sets `$SESSION_1`, and
 * the request, with those at the same time. They have variables in place of secrets; a comment says what else to send.
 */
export function describeCommands(
  exchange: Exchange,
  { secrets }: Pick<Run, 'secrets'>,
  { contract, url }: Pick<VerifyOptions, 'contract' | 'url'>,
): string[] {
  const { steps, request, together } = exchange;
  const toCommand = (sent: Exchange['request']) =>
    curlCommand(sent, { url, basePath: contract.basePath, secrets });
  const before = steps.flatMap((step) => {
    const command = toCommand(step.request);
    const variables = sessionSecrets(step.response).map(({ cookie, id }) =>
      keepCookie(cookie, secrets.variableOf(id) ?? 'SESSION'),
    );
    if (variables.length === 0) return withNote(command, step);
    return [...withNote(`HEADERS=$(${command} -s -o /dev/null -D -)`, step), ...variables];
  });
  const last =
    together.length < 2 ? toCommand(request) : `${together.map(toCommand).join(' & ')} & wait`;
  return renewOnceValues([...before, ...withNote(last, exchange)]);
}

/** With what the command does not show. */
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

/** Makes the values new that the run has used. */
function renewOnceValues(commands: readonly string[]): string[] {
  const renewed = commands.map((it) => it.replaceAll(sentOnceValue, `$&-'"$ONCE"'`));
  return renewed.join() === commands.join() ? renewed : ['ONCE=$RANDOM', ...renewed];
}

/** Keeps a cookie of the response in a variable. */
function keepCookie(name: string, variable: string): string {
  const literal = name.replace(/[\\^$.*[\]/]/g, '\\$&');
  const pattern = quote(`s/^set-cookie: *${literal}=\\([^;\\r]*\\).*/\\1/Ip`);
  return `${variable}=$(sed -n ${pattern} <<< "$HEADERS" | tail -1)`;
}
