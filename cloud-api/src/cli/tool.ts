import { Failure } from '../common/failure.ts';
import { ConfigurationError, databaseUrl } from '../config.ts';
import { openPool, type Pool } from '../db/pool.ts';
import { StaffProblem } from '../features/access/staff/staff-rules.ts';

/** Invalid command line; the message is the usage. */
export class UsageProblem extends Error {}

const isArgumentError = (error: Error): boolean => 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** Whether the user can fix the error, which is then printed as one sentence without a stack. */
const isMendable = (error: unknown): error is Error =>
  [UsageProblem, StaffProblem, Failure, ConfigurationError].some((kind) => error instanceof kind) ||
  (error instanceof Error && isArgumentError(error));

/** Runs a command-line tool. A problem is printed on stderr; the exit code is then 1. */
export async function exitWithProblem(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(isMendable(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/** Runs a command-line tool on the database of the environment. */
export const runTool = (work: (pool: Pool) => Promise<void>): Promise<void> =>
  exitWithProblem(async () => {
    const pool = openPool(databaseUrl(process.env), (error) => console.error(error.message), 2);
    try {
      await work(pool);
    } finally {
      await pool.stop();
    }
  });
