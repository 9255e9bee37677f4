import { parseArgs } from 'node:util';
import { startControlServer } from './device-kit/control-server.ts';
import { endOnSignal } from './device-kit/run-simulator.ts';
import { SimulatorHost } from './simulator-host.ts';

/** `node tests/simulators/host.ts --control 0`: runs several simulators in one process. The control port starts and stops each one. */
const { values } = parseArgs({ options: { control: { type: 'string', default: '0' } } });
const host = new SimulatorHost();
const control = await startControlServer(Number(values.control), host.device);
endOnSignal(() => Promise.all([host.stop(), control.stop()]));
console.log(JSON.stringify({ ready: true, control: control.port }));
