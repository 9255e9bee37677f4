import { runSimulator } from '../device-kit/run-simulator.ts';
import { startGateSimulator } from './gate-simulator.ts';

await runSimulator({ gates: '1' }, (port, flags) => startGateSimulator({ port, gates: Number(flags.gates) }));
