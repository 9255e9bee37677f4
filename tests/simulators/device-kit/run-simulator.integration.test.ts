import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const simulators = [
  {
    name: 'gate',
    flags: ['--gates', '2'],
    shows: {
      connections: 0,
      gates: [
        { coil: false, pulses: 0 },
        { coil: false, pulses: 0 },
      ],
    },
  },
  { name: 'controlbyweb', flags: [], shows: { connections: 0, requests: [], gates: [{ coil: false, pulses: 0 }] } },
  { name: 'rfid', flags: ['--format', 'alien'], shows: { connections: 0, format: 'alien', rfOn: true } },
  { name: 'r700', flags: [], shows: { connections: 0, streams: 0, isRunning: false } },
  { name: 'llrp', flags: ['--antennas', '2'], shows: { connections: 0, isReading: false, rospecs: [], disconnected: [] } },
  { name: 'camera', flags: ['--format', 'axis'], shows: { format: 'axis', statuses: [] } },
  { name: 'printer', flags: [], shows: { connections: 0, paper: [], drawerKicks: 0 } },
  { name: 'tablet', flags: [], shows: { enrolment: null, polls: 0, waiting: [], hints: [], signed: [] } },
  { name: 'phone', flags: [], shows: { texts: [], optedOut: [] } },
  { name: 'mailbox', flags: [], shows: { mails: [] } },
  { name: 'fetchapp', flags: [], shows: { orders: [] } },
  { name: 'register', flags: [], shows: { receipts: [], tenders: [], keystrokes: [], transfers: [] } },
];

describe.each(simulators)('the $name simulator as a process', ({ name, flags, shows }) => {
  let child: ChildProcessByStdio<null, Readable, null>;
  let ready: { ready: boolean; port: number; control: number };

  beforeAll(async () => {
    const main = fileURLToPath(new URL('../main.ts', import.meta.url));
    const args = [main, name, '--port', '0', '--control', '0', ...flags];
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    ready = JSON.parse(line) as typeof ready;
  });

  afterAll(() => child.kill('SIGKILL'));

  const control = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${ready.control}/${path}`, init);
  const post = (path: string, body: string) => control(path, { method: 'POST', body });

  it('says where it is in one line, and shows its state', async () => {
    expect(ready).toEqual({ ready: true, port: expect.any(Number), control: expect.any(Number) });
    expect(await (await control('state')).json()).toMatchObject(shows);
  });

  it('takes its switches, and names what it does not know', async () => {
    expect((await post('behaviour', '{"refuse":true}')).status).toBe(200);
    expect(await (await control('state')).text()).toContain('"refuse":true');
    const refused = await post('behaviour', '{"explode":true}');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ message: expect.stringContaining('explode') });
    expect((await post('behaviour', '{')).status).toBe(400);
    expect((await post('nothing', '{}')).status).toBe(404);
  });

  it('ends cleanly on SIGTERM', async () => {
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
