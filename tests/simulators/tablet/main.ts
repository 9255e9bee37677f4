import { runSimulator } from '../device-kit/run-simulator.ts';
import { startTabletSimulator } from './tablet-simulator.ts';

await runSimulator({ file: '' }, (port, { file }) => startTabletSimulator({ port, file: file || null }));
