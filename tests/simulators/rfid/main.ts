import { z } from 'zod';
import { runSimulator } from '../device-kit/run-simulator.ts';
import { startRfidSimulator } from './rfid-simulator.ts';

const format = z.enum(['encompass', 'alien']);

await runSimulator({ format: 'encompass' }, (port, flags) => startRfidSimulator({ port, format: format.parse(flags.format) }));
