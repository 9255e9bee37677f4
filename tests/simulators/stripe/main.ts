import { runSimulator } from '@washdesk/simulators/device-kit/run-simulator';
import { optionsFrom, stripeFlags } from './options.ts';
import { startStripeSimulator } from './simulator.ts';

await runSimulator(stripeFlags, (port, flags) => startStripeSimulator(optionsFrom(flags, port)));
