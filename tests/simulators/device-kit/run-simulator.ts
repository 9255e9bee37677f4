import { parseArgs } from 'node:util';
import { startControlServer, type ControlledDevice } from './control-server.ts';

export interface RunningSimulator extends ControlledDevice {
  port: number;
  stop(): Promise<void>;
}

/** Flags that every simulator takes, with those of its own beside them. */
export type SimulatorFlags = Record<string, string>;

/**
 * A simulator as a process of its own: `--port 0 --control 0` and its own flags; one line of JSON on stdout when it is
 * ready; a clean end on SIGTERM and SIGINT.
 * @param defaults its own flags with their defaults
 */
export async function runSimulator<F extends SimulatorFlags>(
  defaults: F,
  start: (port: number, flags: F) => Promise<RunningSimulator>,
): Promise<void> {
  const flags = readFlags({ port: '0', control: '0', ...defaults });
  const simulator = await start(Number(flags.port), flags);
  const control = await startControlServer(Number(flags.control), simulator);
  const end = () => void Promise.all([simulator.stop(), control.stop()]);
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  console.log(JSON.stringify({ ready: true, port: simulator.port, control: control.port }));
}

function readFlags<F extends SimulatorFlags>(defaults: F): F {
  const options = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, { type: 'string' as const, default: value }]));
  return { ...defaults, ...parseArgs({ options }).values };
}
