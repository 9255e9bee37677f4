import { makeCompany } from '@washdesk/simulators/company/company';
import type { StripeSimulatorOptions } from './simulator.ts';
import { readOrigin } from './state/state-file.ts';

/** The command line flags except the ports, with their defaults. */
export const stripeFlags = { state: '', now: '', seed: '1', 'months-billed': '0', 'clock-offset': '0', webhook: '', 'webhook-secret': '' };

/**
 * `--now` seeds the company around that time; an existing state file overrides it.
 * @throws Error for a webhook without its secret
 */
export function optionsFrom(flags: typeof stripeFlags, port: number): StripeSimulatorOptions {
  const { state, seed, webhook: url, 'webhook-secret': secret } = flags;
  if (url !== '' && !secret.startsWith('whsec_')) throw new Error('Missing --webhook-secret whsec_… for --webhook');
  const now = flags.now || new Date().toISOString();
  const origin = (state && readOrigin(state)) || { seed: Number(seed), now, monthsBilled: Number(flags['months-billed']) };
  return {
    company: makeCompany({ ...origin, now: new Date(origin.now) }),
    port,
    clockOffsetMs: Number(flags['clock-offset']),
    ...(state === '' ? {} : { stateFile: state }),
    ...(url === '' ? {} : { webhook: { url, secret } }),
  };
}
