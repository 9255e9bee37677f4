import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { LOOPBACK } from '@washdesk/local-servers/ports';
import type { WorkbenchContext } from './workbench-context.ts';

/** Returns how many milliseconds the company's time is ahead of the system's. */
export function readClock(file: string): number {
  return (JSON.parse(readFileSync(file, 'utf8')) as { offsetMs: number }).offsetMs;
}

/** Replaces the file atomically: it may be read at any moment. */
export function writeClock(file: string, offsetMs: number): void {
  writeFileSync(`${file}.new`, JSON.stringify({ offsetMs }));
  renameSync(`${file}.new`, file);
}

/**
 * Moves Stripe's clock first, so that everything due has happened before cloud-api and the agents see the new time.
 * @throws Error for an instant in the past, or if the simulator does not respond
 */
export async function moveClock({ ports, clockFile }: WorkbenchContext, to: Date): Promise<void> {
  const response = await fetch(`http://${LOOPBACK}:${ports.port('stripe-control')}/clock`, {
    method: 'POST',
    body: JSON.stringify({ to: to.toISOString() }),
  });
  if (!response.ok) throw new Error(`Clock not moved: ${await response.text()}`);
  const { offsetMs } = (await response.json()) as { offsetMs: number };
  writeClock(clockFile, offsetMs);
}
