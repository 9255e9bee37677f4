import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { startControlByWebSimulator, type ControlByWebSimulator } from '@washdesk/simulators/controlbyweb/controlbyweb-simulator';

let board: ControlByWebSimulator;

afterEach(() => board.stop());

it.each([
  ['stopped for 1.5 s between the press and the write, opens nothing', 1_500, ['CommandExpired', 'DeviceUnavailable'], 0],
  ['stopped for 0.2 s, opens', 200, ['opened'], 1],
])('an agent that is %s', async (_what, stoppedMs, results, pulses) => {
  board = await startControlByWebSimulator();
  const child = spawn(process.execPath, [fileURLToPath(new URL('pulse.fixture.ts', import.meta.url)), String(board.port)]);
  const lines = on(createInterface({ input: child.stdout }), 'line') as AsyncIterator<[string]>;
  const line = async (): Promise<string> => (await lines.next()).value[0];
  expect(await line()).toBe('ready');

  // the board’s response to the read before the write finds a stopped process
  board.override((_url, honest) => {
    child.kill('SIGSTOP');
    return honest;
  });
  child.stdin.write('open\n');
  await sleep(stoppedMs);
  board.override(undefined);
  child.kill('SIGCONT');

  expect(results).toContain(await line());
  await sleep(300);
  expect(board.state().gates[0]).toMatchObject({ pulses });
  child.kill('SIGKILL');
});
