import path from 'node:path';
import { compileCache } from '../cache-folder.ts';
import { launch, type Launched } from './launch.ts';
import { scaledTimeout } from './timeouts.ts';
import { reportSlow } from './wait.ts';

export const ROOT = path.resolve(import.meta.dirname, '../../../..');

export interface Program {
  readonly name: string;
  /** Folder of its log and its pid record. */
  readonly folder: string;
  /** Path from the repository's root. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
}

/** Starts a TypeScript program of the repository on this Node, with only the given WASHDESK_ variables. */
export function launchProgram({ name, folder, script, args = [], env = {} }: Program): Promise<Launched> {
  return launch({
    name,
    folder,
    program: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', path.join(ROOT, script), ...args],
    cwd: ROOT,
    env: { ...outerEnvironment(), ...compileCache(), ...env },
  });
}

/** Returns the environment without settings of others (a test's own, another installation's). */
function outerEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('WASHDESK_') && !name.startsWith('VITEST')));
}

/** Starts a program and waits for its line `{"ready":true,…}`. */
export async function startWithReadyLine(program: Program): Promise<Launched> {
  const launched = await launchProgram(program);
  await launched.ready(() => (/^\{"ready":true[,}]/m.test(launched.output()) ? true : null));
  return launched;
}

/** Returns the ready line of such a program. */
export const readyLineOf = (launched: Launched): unknown => JSON.parse(/^\{"ready":true[,}].*$/m.exec(launched.output())![0]);

/** Starts a program and waits until `url` returns 200. */
export async function startWithHealth(program: Program, url: string): Promise<Launched> {
  const launched = await launchProgram(program);
  await launched.ready(() => answers200(url));
  return launched;
}

async function answers200(url: string): Promise<true | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(scaledTimeout(10_000)) });
    await response.arrayBuffer();
    return response.ok ? true : null;
  } catch {
    // the program is not listening yet
    return null;
  }
}

/** Runs a program to its end. @throws Error with the end of its output if it fails or takes too long */
export async function runProgram(program: Program): Promise<string> {
  const launched = await launchProgram(program);
  const tooLong = setTimeout(() => void launched.kill(), scaledTimeout(600_000));
  const code = await reportSlow(`the end of ${program.script}`, launched.exited);
  clearTimeout(tooLong);
  if (code !== 0) throw launched.failure(code === null ? 'was killed' : `failed with code ${code}`);
  return launched.output();
}
