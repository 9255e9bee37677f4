import { runSimulator } from './device-kit/run-simulator.ts';
import { kindOf } from './kinds.ts';

/** `node tests/simulators/main.ts <kind> --port 0 --control 0`, plus the kind's own flags: runs a single simulator. */
const [name = '', ...args] = process.argv.slice(2);
const { flags, start } = kindOf(name);
await runSimulator(flags, start, args);
