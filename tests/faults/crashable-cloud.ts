import { startProgram, type Program } from '../api/program.ts';

type Start = (settings: Record<string, string>) => Promise<Program>;

/**
 * cloud-api as a process that is killed and restarted, always at the same address. After `stop` nothing starts it again, so a failed test
 * that still kills and starts it leaves no process behind.
 */
export class CrashableCloud {
  readonly url: string;
  readonly #settings: Record<string, string>;
  readonly #startProgram: Start;
  /** The process of the latest start, which may still be in progress. */
  #program: Promise<Program | null> = Promise.resolve(null);
  #isStopped = false;

  constructor(settings: Record<string, string>, port: number, start: Start = startProgram) {
    this.#settings = { ...settings, WASHDESK_PORT: String(port) };
    this.#startProgram = start;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @throws Error if it was stopped */
  async start(): Promise<void> {
    if (this.#isStopped) throw new Error('This cloud was stopped');
    const started = this.#startProgram(this.#settings);
    // the caller of start ends a process that does not open its port
    this.#program = started.catch(() => null);
    await started;
  }

  /** Kills with -9. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops it gracefully, and starts it again. */
  async restart(): Promise<void> {
    await this.#end('SIGTERM');
    await this.start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end('SIGTERM');
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const program = await this.#program;
    program?.signal(signal);
    await program?.ended;
  }
}
