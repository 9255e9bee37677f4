import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { stringify } from 'yaml';
import type { AgentConfigInput } from '../config.ts';

/** A log that nobody reads. */
export const noLog = pino({ level: 'silent' });

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'washdesk-agent-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Polls until `check` returns something, with a deadline instead of a guess how long it takes. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 10_000): Promise<NonNullable<T>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`Not so within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Writes the agent's configuration file as an installer would, and returns its path. */
export function writeConfig(folder: string, config: AgentConfigInput): string {
  const file = join(folder, 'agent.yaml');
  writeFileSync(file, stringify(config));
  return file;
}
