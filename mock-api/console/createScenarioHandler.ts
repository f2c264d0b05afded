import type { RequestHandler } from 'express';
import { type Contract, ContractError } from '../contract/index.ts';
import { parseData } from '../operations/parseData.ts';
import type { TesterData } from '../operations/testerData.ts';
import { sendProblem } from '../respond/sendProblem.ts';
import { describeImpossibleKey } from '../scenarios/identifyRequest.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { requireName } from './parseQuery.ts';

/**
 * Creates the handler that adds scenarios for one tester, in the form of the data file.
 * @param noteReload makes open consoles fetch the scenarios again
 */
export function createScenarioHandler(
  testerData: TesterData,
  currentContract: () => Contract,
  noteReload: () => void,
): RequestHandler {
  return (req, res) => {
    const name = requireName(req.query);
    try {
      const source = typeof req.body === 'string' ? req.body : '';
      const contract = currentContract();
      const data = parseData(source, 'body', contract);
      const { briefs, users, scenarios, warnings } = data;
      const problems = [...warnings, ...findNameless(scenarios.list, name, contract)];
      if (problems.length + briefs.size + users.size + scenarios.list.length === 0)
        problems.push('The body: expected at least one scenario.');
      if (problems.length > 0) throw new ContractError(problems);
      testerData.add(name, data);
      noteReload();
      res.json({ added: true });
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      sendProblem(res, 400, error.problems.join(' '));
    }
  };
}

/** The scenarios that no request of a tester can select, because no value of it can have the tester's name. */
function findNameless(scenarios: readonly Scenario[], name: string, contract: Contract): string[] {
  return scenarios.flatMap(({ id, operation: operationId }) => {
    if (id.endsWith(`.${name}`)) return [`"${id}": expected the id without the tester's name.`];
    const operation = contract.operations.find((candidate) => candidate.id === operationId);
    const reason = operation && describeImpossibleKey(contract, operation, `${id}.${name}`);
    if (reason === undefined) return [];
    return [`"${id}" cannot have the name of a tester: ${reason || 'the request has no values'}.`];
  });
}
