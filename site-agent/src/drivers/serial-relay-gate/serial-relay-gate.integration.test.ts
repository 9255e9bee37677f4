import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startSerialRelaySimulator } from '@washdesk/simulators/serial-relay/serial-relay-simulator';
import { hasSerialPty, startSerialPty } from '@washdesk/test-support/serial-pty';
import { until } from '@washdesk/test-support/until';
import { serialRelayGate } from './definition.ts';

it.skipIf(!hasSerialPty)('an agent that was killed during a pulse switches the relay off at its next start', async () => {
  const board = await startSerialRelaySimulator();
  const pty = startSerialPty(board.port);
  await pty.present();
  const isOn = () => board.state().gates[0]!.coil;

  const child = spawn(process.execPath, [fileURLToPath(new URL('pulse.fixture.ts', import.meta.url)), pty.path]);
  const [result] = (await once(child.stdout, 'data')) as [Buffer];
  expect(result.toString()).toBe('unconfirmed\n');
  await until('the relay is on', () => isOn() || null);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const gate = await serialRelayGate.create(
    serialRelayGate.config.parse({
      id: 'north',
      name: 'North',
      lane: 1,
      driver: 'serial-relay-gate',
      dialect: 'lcus',
      serial: { path: pty.path },
    }),
  );
  gate.start();
  await until('the relay is off', () => !isOn() || null);
  expect(board.state().gates[0]!.pulses).toBe(1);
  await gate.stop();
  await pty.stop();
  await board.stop();
});
