import { runSimulator } from '../device-kit/run-simulator.ts';
import { startMailboxSimulator } from './mailbox-simulator.ts';

await runSimulator({}, (port) => startMailboxSimulator({ port }));
