import type { Running } from './launch.ts';

/** A named part of the workbench that can be started, stopped, killed and restarted, always at the same address. */
export interface Service {
  readonly name: string;
  /** Null while not running. */
  readonly pid: number | null;
  readonly isRunning: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** kill -9 */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** SIGSTOP: the process exists and does nothing, like a frozen machine. */
  suspend(): void;
  resume(): void;
}

export function createService(name: string, begin: () => Promise<Running>): Service {
  let running: Running | undefined;
  const signal = (what: NodeJS.Signals): void => {
    if (!running?.isRunning()) throw new Error(`${name} is not running`);
    running.signal(what);
  };
  const service: Service = {
    name,
    get pid() {
      return running?.isRunning() ? running.pid : null;
    },
    get isRunning() {
      return running?.isRunning() ?? false;
    },
    async start() {
      if (running?.isRunning()) return;
      running = await begin();
    },
    stop: async () => running?.stop(),
    kill: async () => running?.kill(),
    async restart() {
      await service.stop();
      await service.start();
    },
    suspend: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
  };
  return service;
}
