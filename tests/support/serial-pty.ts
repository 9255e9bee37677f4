import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { provideSocat } from '@washdesk/local-servers/socat-distribution';
import { until } from './until.ts';

const socat = await provideSocat();
if ('missing' in socat && process.env['CI']) throw new Error(socat.missing);
if ('missing' in socat) console.log(`No serial ports in this run: ${socat.missing}`);

/** Tests with `startSerialPty` are skipped where socat is unavailable. */
export const hasSerialPty = !('missing' in socat);

/** A serial port whose other end is a TCP connection to a test server or a simulator. */
export interface SerialPty {
  readonly path: string;
  /** Removes the port, as an unplugged USB converter does. */
  unplug(): Promise<void>;
  plugIn(): void;
  /** Waits until the port exists. */
  present(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a pseudo terminal that is connected to `port` on this machine. Like a device powered by USB, it exists only while the device is
 * on: while `port` refuses connections, there is no serial port.
 */
export function startSerialPty(port: number): SerialPty {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-serial-'));
  const link = path.join(folder, 'tty');
  let pulled = new AbortController();
  let child: ChildProcess | undefined;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while (!pulled.signal.aborted) {
      child = startSocat(port, link);
      await once(child, 'exit');
      rmSync(link, { force: true });
      await sleep(retryMs);
    }
  }
  function plugIn(): void {
    pulled = new AbortController();
    running = run();
  }
  async function unplug(): Promise<void> {
    pulled.abort();
    child?.kill('SIGKILL');
    await running;
  }

  plugIn();
  return {
    path: link,
    unplug,
    plugIn,
    present: async () => void (await until('the serial port exists', () => lstatSync(link, { throwIfNoEntry: false }))),
    async stop() {
      await unplug();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Between two attempts to reach a device that is off. */
const retryMs = 20;

function startSocat(port: number, link: string): ChildProcess {
  if ('missing' in socat) throw new Error(socat.missing);
  return spawn(socat.program, [`tcp:127.0.0.1:${port},nodelay`, `pty,raw,echo=0,link=${link}`], {
    env: { ...process.env, LD_LIBRARY_PATH: socat.libraries },
    stdio: 'ignore',
  });
}
