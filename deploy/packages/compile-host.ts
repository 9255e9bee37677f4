import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { required } from '@washdesk/local-servers/debian-packages';
import { provideGcc, provideMingw } from '@washdesk/local-servers/unpacked-programs';

const run = promisify(execFile);
const sources = path.join(import.meta.dirname, '../host');
const warnings = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror'];

const files = (...names: string[]): string[] => names.map((name) => path.join(sources, name));

/**
 * Compiles the service host for this Linux.
 * @param trialMs how long an update is on trial; by default as in the source
 */
export async function compileLinuxHost(out: string, { trialMs }: { trialMs?: number } = {}): Promise<void> {
  const trial = trialMs === undefined ? [] : [`-DTRIAL_MS=${trialMs}`];
  const { program, env } = required(await provideGcc());
  await run(program, [...warnings, ...trial, '-static', '-s', '-o', out, ...files('versions.c', 'supervise.c', 'linux.c')], { env });
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
