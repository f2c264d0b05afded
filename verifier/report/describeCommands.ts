import { isBusy, mask } from '#contract';
import { sentSingleUseValue } from '../cases/singleUsePlaceholder.ts';
import type { Exchange, Failure, Run, VerifyOptions } from '../model.ts';
import { curlCommand } from '../send/curlCommand.ts';
import { quote } from '../send/SecretMask.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import type { WireRequest } from '../send/wireRequest.ts';

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
  const { before = exchange.steps } = failure;
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
        return storeCookie(secrets.mask(cookie), secrets.variableOf(id) ?? 'SESSION');
      });
      if (variables.length === 0) return withNote(command, step);
      return [...withNote(`HEADERS=$(${command} -s -o /dev/null -D -)`, step), ...variables];
    });
  const alone = toCommand(request);
  const last = joined ? `${toCommand(joined.request)} ${alone.replace('curl', '--next')}` : alone;
  const numbered = together.map((it, i) => `${toCommand(it)} -s -w '\\n(request ${i + 1})\\n'`);
  const all = together.length < 2 ? last : `${numbered.join(' & ')} & wait`;
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

/** Explains the read before a request that had to be rejected. */
function describeRead(failure: Failure): string {
  if (failure.exchange.request.headers.Cookie)
    return '# Without the read, it did not fail: the server or a cache may keep what was read.';

  const keeper = dependsOnConnection(failure) ? 'the connection' : 'the server or a cache';
  return `# It was rejected before: ${keeper} keeps what belongs to another client.`;
}

/** Creates comments about whether the commands lead to the failure again. */
function describeDifferences(failure: Failure, before: readonly Exchange[]): string[] {
  const { endedAfterMs, exchange, isRepeatable, isReplayed = isRepeatable } = failure;
  const { expected, response, steps, together } = exchange;
  const comments: string[] = [];
  if (before.length > steps.length && expected === 'unauthorized')
    comments.push(describeRead(failure));
  if (endedAfterMs !== undefined) {
    const seconds = (endedAfterMs / 1000).toFixed(1);
    comments.push(`# The same request, ${seconds} s later, did not fail any more.`);
  }
  if (comments.length > 0 && isReplayed !== false) return comments;
  if (isBusy(response.status))
    return [`# The server returns ${response.status} only after many requests in a short time.`];
  if (dependsOnConnection(failure))
    return ['# It was sent on a connection that earlier requests had used.'];
  if (together.length > 1) return ['# It may depend on the order in which the requests arrive.'];
  if (isReplayed === false)
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
