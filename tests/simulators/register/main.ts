import { runSimulator } from '../device-kit/run-simulator.ts';
import { startRegisterSimulator } from './register-simulator.ts';

await runSimulator({ app: 'http://127.0.0.1:8080', terminal: 'Washcashier1', file: '' }, (port, { app, terminal, file }) =>
  startRegisterSimulator({ port, app, terminal, file: file || null }),
);
