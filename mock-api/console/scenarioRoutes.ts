import express, { Router } from 'express';
import { type Contract, ContractError } from '../contract/index.ts';
import { parseData } from '../operations/parseData.ts';
import type { TesterData } from '../operations/testerData.ts';
import { sendProblem } from '../respond/sendProblem.ts';
import { readName } from './readName.ts';

/**
 * Creates the routes that add scenarios for one tester, in the form of the data file, and remove them.
 * @param noteReload makes open consoles fetch the scenarios again
 */
export function createScenarioRoutes(
  testerData: TesterData,
  currentContract: () => Contract,
  noteReload: () => void,
): Router {
  const router = Router();
  router.use(readName, (_req, res, next) => {
    if (res.locals.name === undefined) sendProblem(res, 400, 'name: expected one value.');
    else next();
  });
  router.post('/', express.text({ type: () => true, limit: '100kb' }), (req, res) => {
    const { name } = res.locals;
    try {
      const source = typeof req.body === 'string' ? req.body : '';
      const data = parseData(source, 'body', currentContract());
      if (data.warnings.length > 0) return sendProblem(res, 400, data.warnings.join(' '));
      testerData.add(name, data);
      noteReload();
      res.json({ added: true });
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      sendProblem(res, 400, error.problems.join(' '));
    }
  });
  router.delete('/', (_req, res) => {
    const removed = testerData.reset(res.locals.name) > 0;
    noteReload();
    res.json({ removed });
  });
  return router;
}
