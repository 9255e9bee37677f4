import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDescription } from './description.ts';
import { driftVariable } from './drift.ts';

export interface DriftRecord {
  /** @throws Error with every drift so far */
  close(): void;
}

/** Checks every Stripe simulator that this process or a child process starts from now on against the SDK's types. */
export async function recordStripeDrift(): Promise<DriftRecord> {
  await readDescription();
  const folder = mkdtempSync(join(tmpdir(), 'washdesk-stripe-drift-'));
  const file = join(folder, 'drift');
  process.env[driftVariable] = file;
  return {
    close() {
      const drifts = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
      rmSync(folder, { recursive: true, force: true });
      if (drifts.length > 0) throw new Error(`Stripe simulator drifted from the SDK's types:\n${[...new Set(drifts)].join('\n')}`);
    },
  };
}
