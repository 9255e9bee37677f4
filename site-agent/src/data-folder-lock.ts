import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Two agents with one data folder would roll back each other's configuration and command the same devices. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

const busy = 5;

/**
 * Keeps other agents out of the data folder. The lock ends with the process, however it ends.
 * @returns a function that ends it
 * @throws DataFolderInUse while another agent runs
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(path.join(folder, 'agent.lock'));
  try {
    // only locked: nothing is ever written, so a full disk keeps no agent out
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === busy)) throw error;
    const advice = "Stop it first, or give this one its own folder in the setting 'data'";
    throw new DataFolderInUse(`Another agent uses the data folder ${folder}. ${advice}`, { cause: error });
  }
  return () => lock.close();
}
