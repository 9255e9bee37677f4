import { afterEach, describe, expect, it } from 'vitest';
import { startSerialRelaySimulator, type RelayDialectName } from '@washdesk/simulators/serial-relay/serial-relay-simulator';
import { hasSerialPty, startSerialPty } from '@washdesk/test-support/serial-pty';
import { serialRelayGate } from './definition.ts';
import { probeRelay } from './probe.ts';
import { SerialRelayBoard } from './serial-relay-board.ts';

const running: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of running.splice(0).toReversed()) await stop();
});

async function startBoard(dialect: RelayDialectName) {
  const board = await startSerialRelaySimulator({ dialect });
  const pty = startSerialPty(board.port);
  running.push(board.stop, pty.stop);
  await pty.present();
  const gate = { id: 'north', name: 'North', lane: 1, driver: 'serial-relay-gate', dialect, serial: { path: pty.path } };
  return { board, pty, config: serialRelayGate.config.parse(gate) };
}

const silent = 'can’t be asked: this board sends nothing back';
const byAgent = 'not configured: the agent ends the pulse';

describe.skipIf(!hasSerialPty)('a probe of a serial relay', () => {
  it.each<[RelayDialectName, string, string]>([
    ['lcus', silent, byAgent],
    ['hw-667', silent, 'configured; only an opening tests it'],
    ['numato', 'off', byAgent],
  ])('%s opens the port, lists what the board can be asked, and switches nothing', async (dialect, found, timer) => {
    const { board, pty, config } = await startBoard(dialect);
    const lines = [
      { what: `Port ${pty.path}`, found: 'open' },
      { what: 'Relay 1, this gate', found },
      { what: 'Timed pulse', found: timer },
    ];
    expect(await probeRelay(undefined, config)).toEqual(lines);

    const connected = await SerialRelayBoard.connect(config);
    running.push(() => connected.close());
    expect(await probeRelay(connected, config)).toEqual(lines);
    expect(connected.ended.aborted).toBe(false);
    expect(board.state().gates[0]!.writes).toBe(0);
  });

  it('names a missing port, and a board that does not respond', async () => {
    const { board, pty, config } = await startBoard('numato');
    await board.behave({ mute: true });
    expect(await probeRelay(undefined, config)).toContainEqual({
      what: 'Connection',
      found: expect.stringContaining('it doesn’t respond'),
    });
    await pty.unplug();
    expect(await probeRelay(undefined, config)).toEqual([
      { what: 'Connection', found: expect.stringContaining(`${pty.path}: there is no such port`) },
    ]);
  });
});
