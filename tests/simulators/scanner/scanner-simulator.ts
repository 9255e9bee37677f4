import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';

export interface ScannerBehaviour {
  /** Sent before and after each code. */
  before: string;
  after: string;
  /** Sends each character alone. */
  splits: boolean;
  /** Sends bytes as at a wrong baud rate. */
  garbles: boolean;
  /** Without power, or unplugged. */
  refuse: boolean;
}

const wellBehaved: ScannerBehaviour = { before: '', after: '\r', splits: false, garbles: false, refuse: false };

const behaviourChange = z.strictObject({
  before: z.string().optional(),
  after: z.string().optional(),
  splits: z.boolean().optional(),
  garbles: z.boolean().optional(),
  refuse: z.boolean().optional(),
});

const scanPost = z.strictObject({ code: z.string().min(1).max(200) });

export interface ScannerSimulator extends RunningSimulator {
  state(): { connections: number; scans: number; behaviour: ScannerBehaviour };
  scan(code: string): Promise<void>;
  behave(change: z.infer<typeof behaviourChange>): Promise<void>;
}

export interface ScannerSimulatorOptions {
  port?: number;
  behaviour?: Partial<ScannerBehaviour>;
}

/** Starts a barcode scanner that writes each code to its client. */
export async function startScannerSimulator({ port = 0, behaviour: first }: ScannerSimulatorOptions = {}): Promise<ScannerSimulator> {
  const behaviour: ScannerBehaviour = { ...wellBehaved, ...first };
  let scans = 0;
  const server = new DeviceServer(port, () => undefined);
  await server.listen();
  if (behaviour.refuse) await server.close();

  async function scan(code: string): Promise<void> {
    scans += 1;
    const text = Buffer.from(`${behaviour.before}${code}${behaviour.after}`, 'latin1');
    const bytes = behaviour.garbles ? text.map((byte) => byte | 0x80) : text;
    if (!behaviour.splits) return server.send(bytes);
    for (const byte of bytes) {
      server.send(Buffer.of(byte));
      await sleep(1);
    }
  }

  async function behave(change: z.infer<typeof behaviourChange>): Promise<void> {
    Object.assign(behaviour, change);
    await (behaviour.refuse ? server.close() : server.listen());
  }

  return {
    port: server.port,
    state: () => ({ connections: server.connections, scans, behaviour }),
    scan,
    behave,
    posts: {
      scan: (body) => scan(scanPost.parse(body).code),
      behaviour: (body) => behave(behaviourChange.parse(body)),
      drop: () => server.drop(),
    },
    stop: () => server.close(),
  };
}
