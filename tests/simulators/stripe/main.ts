import { makeCompany } from '../company/company.ts';
import { runSimulator } from '../device-kit/run-simulator.ts';
import { startStripeSimulator } from './simulator.ts';
import { readOrigin } from './state-file.ts';

/** `--now` lays the company around another instant than this one; a state file that exists knows its own. */
await runSimulator({ state: '', now: new Date().toISOString(), seed: '1' }, (port, flags) => {
  const stateFile = flags.state === '' ? undefined : flags.state;
  const origin = (stateFile && readOrigin(stateFile)) || { seed: Number(flags.seed), now: flags.now };
  const company = makeCompany({ seed: origin.seed, now: new Date(origin.now) });
  return startStripeSimulator({ company, port, ...(stateFile === undefined ? {} : { stateFile }) });
});
