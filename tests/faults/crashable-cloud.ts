import { startProgram, type Program } from '../api/program.ts';

/** cloud-api as a process that is killed and started again, always at the same address. */
export class CrashableCloud {
  readonly url: string;
  readonly #settings: Record<string, string>;
  #program: Program | null = null;

  constructor(settings: Record<string, string>, port: number) {
    this.#settings = { ...settings, WASHDESK_PORT: String(port) };
    this.url = `http://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    this.#program = await startProgram(this.#settings);
  }

  /** kill -9 */
  async kill(): Promise<void> {
    this.#program?.signal('SIGKILL');
    await this.#program?.ended;
  }

  async stop(): Promise<void> {
    this.#program?.signal('SIGTERM');
    await this.#program?.ended;
  }
}
