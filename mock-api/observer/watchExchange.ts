import type { IncomingMessage } from 'node:http';
import { checkTarget } from '../contract/checkTarget.ts';
import type { Fault } from '../contract/fault.ts';
import { describeCall } from '../describeCall.ts';
import type { Journal } from '../journal/journal.ts';
import { maskQuery } from '../journal/maskSecrets.ts';
import { createSessions } from '../world/sessions.ts';
import type { World } from '../world/world.ts';
import { createCapture } from './capture.ts';
import type { Watcher } from './forward.ts';
import { createTargetMask, maskValues, propertyNames } from './maskTarget.ts';

const PATH_LIMIT = 500;

export interface WatchOptions {
  journal: Journal;
  currentWorld: () => World;
  /** Whether bodies and addresses are written down as they are; passwords never are. */
  recordBodies: boolean;
}

/** Makes the function that enters an exchange into the journal and holds it against the contract. */
export function createWatch({ journal, currentWorld, recordBodies }: WatchOptions) {
  const masks = new WeakMap<World, ReturnType<typeof createMasks>>();
  const sessions = createSessions();

  return function watch(req: IncomingMessage): Watcher {
    const started = performance.now();
    // One reading of the contract for the whole exchange, even where the file changes meanwhile.
    const world = currentWorld();
    const target = req.url ?? '/';
    const path = recordBodies
      ? maskQuery(target, world.secretNames)
      : masksOf(world).target(target);
    const { entry, update } = journal.add({
      at: new Date().toISOString(),
      method: req.method ?? '',
      path: path.slice(0, PATH_LIMIT),
    });
    const request = createCapture();
    const response = createCapture();
    let answer: IncomingMessage | undefined;

    return {
      requestChunk: request.add,
      answerChunk: response.add,
      answered(incoming) {
        answer = incoming;
      },
      ended(how) {
        const duration = Math.round(performance.now() - started);
        // After the last byte, and after whatever else is waiting to be sent.
        setImmediate(async () => {
          try {
            await judge(how === 'answered');
          } finally {
            const mediaType = answer?.headers['content-type'];
            update({
              outcome: how,
              duration,
              ...(answer?.statusCode !== undefined && { status: answer.statusCode }),
              ...(mediaType !== undefined && { mediaType }),
            });
          }
        });
      },
    };

    async function judge(isWhole: boolean) {
      const [place = '', ...query] = target.split('?');
      const match = world.matchOperation(req.method ?? '', place);
      if (match.kind !== 'operation') {
        entry.faults = [checkTarget(world.contract, match)];
        return;
      }
      const { operation, pathValues } = match;
      const sent = await request.read(req.headers['content-encoding']);
      const body = sent ?? Buffer.alloc(0);
      const message = { pathValues, query: query.join('?'), headers: req.headers, body };
      const checked = world.checkRequest(operation, message);
      const state = { world, sessions, session: undefined, bytes: body.length };
      const open = describeCall(operation, checked, state);
      const masked = {
        operation: operation.id,
        ...(checked.body !== undefined && { body: maskValues(checked.body, masksOf(world).names) }),
      };
      Object.assign(entry, recordBodies ? open : masked);
      const faults: Fault[] = sent === undefined ? [] : [...checked.faults];
      if (isWhole && answer) faults.push(...(await judgeAnswer(answer, operation)));
      entry.faults = faults;
    }

    async function judgeAnswer(
      { statusCode: status = 0, headers }: IncomingMessage,
      operation: Parameters<World['checkResponse']>[0],
    ) {
      // Nothing of the contract is about an answer that says "what you have is still good".
      if (status === 304) return [];
      const whole = await response.read(headers['content-encoding']);
      return world.checkResponse(operation, {
        status,
        headers,
        body: req.method === 'HEAD' ? undefined : whole,
      });
    }
  };

  function masksOf(world: World) {
    const known = masks.get(world) ?? createMasks(world);
    masks.set(world, known);
    return known;
  }
}

function createMasks({ contract }: World) {
  return { target: createTargetMask(contract), names: propertyNames(contract) };
}
