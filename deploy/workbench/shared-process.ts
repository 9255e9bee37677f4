import { LOOPBACK } from '@washdesk/local-servers/ports';
import type { Launched, Running } from '@washdesk/local-servers/processes/launch';
import { startWithReadyLine } from '@washdesk/local-servers/processes/program';
import { createService, type Service } from '@washdesk/local-servers/processes/service';
import type { KindName } from '@washdesk/simulators/kinds';
import type { SimulatorStart } from '@washdesk/simulators/simulator-host';
import type { WorkbenchContext } from './workbench-context.ts';

export interface SimulatorOptions {
  /** The simulator listens on the port of this name, its control server on `<name>-control`. */
  readonly name: string;
  readonly kind: KindName;
  readonly flags?: Readonly<Record<string, string>>;
}

/**
 * Creates simulators that share a process, each its own service. A stopped or killed simulator ends inside the process: its connections are
 * cut and its state is lost. The first to start launches the process, the last to stop ends it.
 * @param processName names the log and the pid record
 */
export function sharedProcess({ run, ports }: WorkbenchContext, processName: string): (options: SimulatorOptions) => Service {
  const control = ports.port(`${processName}-control`);
  const inTurn = oneAtATime();
  const names = new Set<string>();
  let host: Launched | null = null;

  const launched = async (): Promise<Launched> => {
    if (host?.isRunning()) return host;
    names.clear();
    host = await startWithReadyLine({ name: processName, folder: run, script: 'tests/simulators/host.ts', args: [`--control=${control}`] });
    return host;
  };
  const order = async (what: 'start' | 'stop', body: object): Promise<void> => {
    const response = await fetch(`http://${LOOPBACK}:${control}/${what}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${processName} did not ${what} a simulator: ${await response.text()}`);
  };
  const begin = async ({ name, kind, flags = {} }: SimulatorOptions): Promise<Running> => {
    const { pid, exited, isRunning, stop } = await launched();
    const simulator: SimulatorStart = { name, kind, port: ports.port(name), control: ports.port(`${name}-control`), flags: { ...flags } };
    await order('start', simulator);
    names.add(name);
    const isOn = (): boolean => isRunning() && names.has(name);
    const end = async (): Promise<void> => {
      if (!isOn()) return;
      names.delete(name);
      await (names.size === 0 ? stop() : order('stop', { name }));
    };
    return {
      pid,
      exited,
      isRunning: isOn,
      stop: () => inTurn(end),
      kill: () => inTurn(end),
      signal: () => {
        throw new Error(`${name} shares its process with other simulators and cannot be suspended`);
      },
    };
  };
  return (options) => createService(options.name, () => inTurn(() => begin(options)));
}

/** Returns a function that runs works one after another, the next after a failure too. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
}
