import { isBusy, mask } from '#contract';
import { sentSingleUseValue } from '../cases/singleUsePlaceholder.ts';
import type { Exchange, Failure, Run, VerifyOptions } from '../model.ts';
import { curlCommand } from '../send/curlCommand.ts';
import { quote } from '../send/SecretMask.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { findRequestsBefore } from './findRequestsBefore.ts';

/**
 * Creates the bash commands that repeat a failure, with the requests before it, such as the sign-in that sets
 * `$SESSION_1`, and those at the same time. Secrets are variables; comments say what the commands cannot repeat.
 */
export function describeCommands(
  failure: Failure,
  { secrets }: Run,
  { contract, url }: VerifyOptions,
): string[] {
  const { exchange } = failure;
  const { request, together } = exchange;
  const toCommand = (sent: WireRequest) =>
    curlCommand(sent, { url, basePath: contract.basePath, secrets });
  const before = findRequestsBefore(exchange, contract);
  const previous = before.at(-1);
  const isOnSame = dependsOnConnection(failure) && previous?.request.reusesConnection;
  const joined = isOnSame ? previous : undefined;
  const stored = new Set<string>();
  const commands = before
    .filter((it) => it !== joined)
    .flatMap((step) => {
      const command = toCommand(step.request);
      // A later step may set the same id, which is another one when the commands are run.
      const created = sessionSecrets(step.response).filter(({ id }) => !stored.has(id));
      const variables = created.map(({ cookie, id }) => {
        stored.add(id);
        return storeCookie(cookie, secrets.variableOf(id) ?? 'SESSION');
      });
      if (variables.length === 0) return withNote(command, step);
      return [...withNote(`HEADERS=$(${command} -s -o /dev/null -D -)`, step), ...variables];
    });
  const alone = toCommand(request);
  const last = joined ? `${toCommand(joined.request)} ${alone.replace('curl', '--next')}` : alone;
  const all = together.length < 2 ? last : `${together.map(toCommand).join(' & ')} & wait`;
  return renewSingleUseValues([
    ...commands,
    ...withNote(all, exchange),
    ...describeDifferences(failure, before),
  ]);
}

/** Whether a request may have failed because of the connection, which earlier requests had used. */
function dependsOnConnection({ exchange, isRepeatable }: Failure): boolean {
  return exchange.request.reusesConnection === true && !isRepeatable;
}

/** Creates comments about differences between the commands and the requests of the run. */
function describeDifferences(failure: Failure, before: readonly Exchange[]): string[] {
  const { exchange, isRepeatable } = failure;
  const { request, response, steps } = exchange;
  const isStored = before.length > steps.length;
  if (isStored && !request.headers.Cookie) {
    const keeper = dependsOnConnection(failure) ? 'the connection' : 'the server or a cache';
    return [`# It was rejected before: ${keeper} keeps what belongs to another client.`];
  }
  if (isBusy(response.status))
    return [`# The server returns ${response.status} only after many requests in a short time.`];
  if (dependsOnConnection(failure))
    return ['# It was sent on a connection that earlier requests had used.'];
  if (exchange.together.length > 1)
    return ['# It may depend on the order in which the requests arrive.'];
  if (isRepeatable === false)
    return ['# It did not fail again: it may depend on time, on chance, or on other requests.'];
  return [];
}

/** Adds a comment to a command with a masked text. */
function withNote(command: string, { description }: Exchange): string[] {
  if (!command.includes(mask)) return [command];
  return [
    command,
    `# Send another text in place of ${mask}, which resembles a secret: ${description}`,
  ];
}

/** Replaces the single-use values by new ones, because the run has used them. */
function renewSingleUseValues(commands: readonly string[]): string[] {
  const renewed = commands.map((it) => it.replaceAll(sentSingleUseValue, `$&-'"$ONCE"'`));
  return renewed.join() === commands.join() ? renewed : ['ONCE=$RANDOM', ...renewed];
}

/** Creates a command that stores a cookie of the response in a variable. */
function storeCookie(name: string, variable: string): string {
  const literal = name.replace(/[\\^$.*[\]/]/g, '\\$&');
  const pattern = quote(`s/^set-cookie: *${literal}=\\([^;\\r]*\\).*/\\1/Ip`);
  return `${variable}=$(sed -n ${pattern} <<< "$HEADERS" | tail -1)`;
}
