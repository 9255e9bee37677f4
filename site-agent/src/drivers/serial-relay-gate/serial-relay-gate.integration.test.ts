import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { startSerialRelaySimulator, type RelayDialectName } from '@washdesk/simulators/serial-relay/serial-relay-simulator';
import { hasSerialPty, startSerialPty } from '@washdesk/test-support/serial-pty';
import { until } from '@washdesk/test-support/until';
import { serialRelayGate } from './definition.ts';

const running: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of running.splice(0).toReversed()) await stop();
});

/** A relay board at a serial port. */
async function startBoard(dialect: RelayDialectName) {
  const board = await startSerialRelaySimulator({ dialect });
  const pty = startSerialPty(board.port);
  running.push(board.stop, pty.stop);
  await pty.present();
  const gate = () => board.state().gates[0]!;
  return { ...board, path: pty.path, gate };
}

/** An agent in a process of its own, which can be stopped and killed. */
async function startAgent(path: string, dialect: RelayDialectName) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('pulse.fixture.ts', import.meta.url)), path, dialect]);
  const exited = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  running.push(kill);
  const lines = on(createInterface({ input: child.stdout }), 'line') as AsyncIterator<[string]>;
  const line = async (): Promise<string> => (await lines.next()).value[0];
  expect(await line()).toBe('ready');
  /** Opens within one second from now. */
  const open = (): void => void child.stdin.write(`${performance.timeOrigin + performance.now() + 1_000}\n`);
  return { line, kill, open, signal: (name: NodeJS.Signals) => child.kill(name) };
}

describe.skipIf(!hasSerialPty)('a serial relay', () => {
  it('is switched off at the next start of an agent that was killed during a pulse', async () => {
    const { gate, path } = await startBoard('lcus');
    const agent = await startAgent(path, 'lcus');
    agent.open();
    expect(await agent.line()).toBe('unconfirmed');
    await until('the relay is on', () => gate().coil || null);
    await agent.kill();

    const config = { id: 'north', name: 'North', lane: 1, driver: 'serial-relay-gate', dialect: 'lcus', serial: { path } };
    const next = await serialRelayGate.create(serialRelayGate.config.parse(config));
    running.push(() => next.stop());
    next.start();
    await until('the relay is off', () => !gate().coil || null);
    expect(gate().pulses).toBe(1);
  });

  it('stays off if its agent was stopped for longer than the deadline between the press and the write', async () => {
    const { gate, path, onCommand } = await startBoard('numato');
    const agent = await startAgent(path, 'numato');
    // the response to the read before the write finds a stopped process
    onCommand(() => agent.signal('SIGSTOP'));
    agent.open();
    await sleep(1_500);
    onCommand(undefined);
    agent.signal('SIGCONT');

    expect(await agent.line()).toBe('CommandExpired');
    await sleep(100);
    expect(gate().pulses).toBe(0);
  });
});
