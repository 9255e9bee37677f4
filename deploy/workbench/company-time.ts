import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { LOOPBACK } from '@washdesk/local-servers/ports';
import type { WorkbenchContext } from './workbench-context.ts';

/** Milliseconds that the company's time is ahead of the system's. */
export function readClock(file: string): number {
  return (JSON.parse(readFileSync(file, 'utf8')) as { offsetMs: number }).offsetMs;
}

/** Replaces the file in one step: it is read at any moment. */
export function writeClock(file: string, offsetMs: number): void {
  writeFileSync(`${file}.new`, JSON.stringify({ offsetMs }));
  renameSync(`${file}.new`, file);
}

/**
 * Moves Stripe's clock first, so that everything that falls due has happened before cloud-api and the agents see the new time.
 * @throws Error for an instant that is past, or when the stand-in does not answer
 */
export async function moveClock({ ports, clockFile }: WorkbenchContext, to: Date): Promise<void> {
  const response = await fetch(`http://${LOOPBACK}:${ports.port('stripe-control')}/clock`, {
    method: 'POST',
    body: JSON.stringify({ to: to.toISOString() }),
  });
  if (!response.ok) throw new Error(`The clock was not moved: ${await response.text()}`);
  const { offsetMs } = (await response.json()) as { offsetMs: number };
  writeClock(clockFile, offsetMs);
}
