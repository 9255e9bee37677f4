import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { stringify } from 'yaml';
import { until } from '@washdesk/local-servers/processes/wait';
import type { AgentConfigInput } from '../config.ts';
import type { TagReads } from '../ports/tag-reader.ts';

/** A silent log. */
export const noLog = pino({ level: 'silent' });

/** A destination of reads that ignores them. */
export const noTags: TagReads = { read: () => undefined, shown: (tag) => tag };

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'washdesk-agent-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Polls until `check` returns a value. */
export function eventually<T>(check: () => T | Promise<T>): Promise<NonNullable<T>> {
  return until(async () => (await check()) || null, { what: 'the check holds' });
}

/** Writes the agent's configuration file as an installer would, and returns its path. */
export function writeConfig(folder: string, config: AgentConfigInput): string {
  const file = join(folder, 'agent.yaml');
  writeFileSync(file, stringify(config));
  return file;
}
