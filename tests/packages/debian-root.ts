import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An empty Debian in a folder: dpkg installs into it, and the host runs with the command of the unit. */
export class DebianRoot {
  readonly root: string;
  /** The agent's data folder. */
  readonly data: string;
  #host: ChildProcess | undefined;

  constructor(root: string) {
    this.root = root;
    this.data = path.join(root, 'var/lib/washdesk');
    for (const place of ['etc', 'var/lib/dpkg/info', 'var/lib/dpkg/updates']) mkdirSync(path.join(root, place), { recursive: true });
    writeFileSync(path.join(root, 'var/lib/dpkg/status'), '');
  }

  /** Runs dpkg; the scripts of the package get the root as DPKG_ROOT. */
  async dpkg(...args: string[]): Promise<void> {
    await run('dpkg', [`--root=${this.root}`, '--force-script-chrootless', '--force-depends', '--force-not-root', ...args]);
  }

  startService(): void {
    this.#host = spawn(path.join(this.root, 'usr/lib/washdesk/washdesk-host'), [this.data], { stdio: 'ignore' });
  }

  /** Stops the host as systemd does, and resolves with its exit code. */
  async stopService(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const host = this.#host;
    if (host === undefined || host.exitCode !== null) return null;
    const ended = new Promise<number | null>((tell) => host.once('exit', tell));
    host.kill(signal);
    return ended;
  }

  /** Kills the agent, the only child of the host. */
  killAgent(): void {
    const host = this.#host?.pid;
    process.kill(Number(readFileSync(`/proc/${host}/task/${host}/children`, 'utf8')), 'SIGKILL');
  }
}
