import { runSimulator } from './device-kit/run-simulator.ts';
import { kindOf } from './kinds.ts';

/** `node tests/simulators/main.ts <kind> --port 0 --control 0`, with the kind's own flags: one simulator by itself. */
const [name = '', ...args] = process.argv.slice(2);
const { flags, start } = kindOf(name);
await runSimulator(flags, start, args);
