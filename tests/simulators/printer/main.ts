import { runSimulator } from '../device-kit/run-simulator.ts';
import { startPrinterSimulator } from './printer-simulator.ts';

await runSimulator({}, (port) => startPrinterSimulator({ port }));
