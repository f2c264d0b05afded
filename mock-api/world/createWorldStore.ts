import { unwatchFile, watchFile } from 'node:fs';
import { ContractError } from '../contract/ContractError.ts';
import { checkExamples } from '../contract/checkExamples.ts';
import { loadContract } from '../contract/loadContract.ts';
import { loadData } from './loadData.ts';
import { createWorld, type World } from './world.ts';

const POLLING_INTERVAL = 250;

export interface WorldFiles {
  contractFile: string;
  dataFile: string;
}

export interface WorldStore {
  current(): World;
  /** Why the files as they are now are not in use; empty when they are. */
  faults(): readonly string[];
  /** Calls back after each reading of changed files, good or bad. */
  listen(listener: () => void): () => void;
  close(): void;
}

/**
 * Reads the files and keeps up with them. Rejects where they are broken at first; later a broken
 * file keeps the old version in use.
 */
export async function createWorldStore(files: WorldFiles): Promise<WorldStore> {
  let world = await loadWorld(files);
  let faults: readonly string[] = [];
  let latest = 0;
  const listeners = new Set<() => void>();

  async function reload() {
    latest += 1;
    const turn = latest;
    const found = await loadWorld(files).catch((error: unknown) => faultsOf(error));
    // A later change is being read already, and may be done before this one.
    if (turn !== latest) return;
    if ('contract' in found) {
      world = found;
      faults = [];
    } else {
      faults = found;
      console.error(['The mock keeps the old version:', ...faults].join('\n  '));
    }
    for (const listener of listeners) listener();
  }

  // Polled, because an editor may replace a file, and then whoever watches it watches the old one.
  const paths = [files.contractFile, files.dataFile];
  for (const path of paths) {
    watchFile(path, { interval: POLLING_INTERVAL, persistent: false }, reload);
  }
  return {
    current: () => world,
    faults: () => faults,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const path of paths) unwatchFile(path, reload);
    },
  };
}

async function loadWorld({ contractFile, dataFile }: WorldFiles): Promise<World> {
  const contract = await loadContract(contractFile);
  const broken = checkExamples(contract);
  if (broken.length > 0) throw new ContractError(broken);
  return createWorld(contract, await loadData(dataFile, contract));
}

function faultsOf(error: unknown): readonly string[] {
  if (error instanceof ContractError) return error.faults;
  return [error instanceof Error ? error.message : String(error)];
}
