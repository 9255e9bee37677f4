import { parseArgs } from 'node:util';
import { startControlServer, type ControlledDevice } from './control-server.ts';

export interface RunningSimulator extends ControlledDevice {
  port: number;
  stop(): Promise<void>;
}

/** A simulator's own flags with their values. */
export type SimulatorFlags = Record<string, string>;

/**
 * Runs a simulator as a process: `--port 0 --control 0` plus its own flags. It prints one line of JSON to stdout when ready and shuts down
 * on SIGTERM and SIGINT.
 * @param defaults its own flags with their defaults
 */
export async function runSimulator<F extends SimulatorFlags>(
  defaults: F,
  start: (port: number, flags: F) => Promise<RunningSimulator>,
  args = process.argv.slice(2),
): Promise<void> {
  const flags = readFlags({ port: '0', control: '0', ...defaults }, args);
  const simulator = await start(Number(flags.port), flags);
  const control = await startControlServer(Number(flags.control), simulator);
  endOnSignal(() => Promise.all([simulator.stop(), control.stop()]));
  console.log(JSON.stringify({ ready: true, port: simulator.port, control: control.port }));
}

/** The process exits once nothing is listening. */
export function endOnSignal(stop: () => Promise<unknown>): void {
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop());
}

function readFlags<F extends SimulatorFlags>(defaults: F, args: string[]): F {
  const options = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, { type: 'string' as const, default: value }]));
  return { ...defaults, ...parseArgs({ args, options }).values };
}
