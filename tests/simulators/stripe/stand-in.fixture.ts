import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { onTestFinished } from 'vitest';
import { makeCompany } from '@washdesk/simulators/company/company';
import { offsetTo } from './company-clock.fixture.ts';
import { startStripeSimulator, type StripeSimulator, type StripeSimulatorOptions } from './simulator.ts';

/** The seed time of these tests' company; its time begins here on every day that they run. */
export const opened = '2026-11-21T15:30:00Z';
export const company = makeCompany({ now: new Date(opened), members: 60 });

export interface TestStandIn {
  simulator: StripeSimulator;
  stripe: Stripe;
}

export function sdkFor(port: number): Stripe {
  return new Stripe('sk_test_workbench', { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
}

/** Starts a simulator for one test. */
export async function startStandIn(options: Partial<StripeSimulatorOptions> = {}): Promise<TestStandIn> {
  const simulator = await startStripeSimulator({ company, clockOffsetMs: offsetTo(opened), ...options });
  onTestFinished(() => simulator.stop());
  return { simulator, stripe: sdkFor(simulator.port) };
}

/** Returns the path of a state file that is removed after the test. */
export async function newStateFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-simulator-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'state.jsonl');
}

/** Returns the id of a reference that may be expanded. @throws Error for an empty reference */
export function idOf(reference: string | { id: string } | null | undefined): string {
  if (!reference) throw new Error('Reference is empty');
  return typeof reference === 'string' ? reference : reference.id;
}
