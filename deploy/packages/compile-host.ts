import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { required } from '@washdesk/local-servers/debian-packages';
import { provideGcc, provideMingw } from '@washdesk/local-servers/unpacked-programs';

const run = promisify(execFile);
const sources = path.join(import.meta.dirname, '../host');
const warnings = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror'];

const files = (...names: string[]): string[] => names.map((name) => path.join(sources, name));

/** By default as in the source. */
interface HostTimes {
  /** How long an update is on trial. */
  trialMs?: number;
  /** The interval of the checks whether the agent hangs. */
  aliveCheckMs?: number;
  /** How long an agent may take to stop. */
  graceMs?: number;
}

/** Compiles the service host for this Linux. */
export async function compileLinuxHost(out: string, { trialMs, aliveCheckMs, graceMs }: HostTimes = {}): Promise<void> {
  const times = Object.entries({ TRIAL_MS: trialMs, ALIVE_CHECK_MS: aliveCheckMs, AGENT_GRACE_MS: graceMs });
  const given = times.flatMap(([name, value]) => (value === undefined ? [] : [`-D${name}=${value}`]));
  const { program, env } = required(await provideGcc());
  await run(program, [...warnings, ...given, '-static', '-s', '-o', out, ...files('versions.c', 'supervise.c', 'linux.c')], { env });
}

/** Compiles the test of the portable core. */
export async function compileSuperviseTest(out: string): Promise<void> {
  const { program, env } = required(await provideGcc());
  await run(program, [...warnings, '-o', out, ...files('versions.c', 'supervise.c', 'supervise-test.c')], { env });
}

/** Compiles the service host for 64-bit Windows. */
export async function compileWindowsHost(out: string): Promise<void> {
  const { program, env } = required(await provideMingw());
  const code = files('versions.c', 'supervise.c', 'windows.c', 'windows-service.c');
  await run(program, [...warnings, '-municode', '-static', '-s', '-o', out, ...code, '-ladvapi32', '-lshell32'], { env });
}
