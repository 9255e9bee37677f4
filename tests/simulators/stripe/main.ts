import { runSimulator } from '../device-kit/run-simulator.ts';
import { optionsFrom, stripeFlags } from './options.ts';
import { startStripeSimulator } from './simulator.ts';

await runSimulator(stripeFlags, (port, flags) => startStripeSimulator(optionsFrom(flags, port)));
