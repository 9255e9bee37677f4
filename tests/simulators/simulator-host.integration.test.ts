import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SimulatorHost } from './simulator-host.ts';

const host = new SimulatorHost();
afterEach(() => host.stop());

async function state(control: number): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${control}/state`)).json();
}

describe('several simulators in one process', () => {
  it('stops one as if its process had been killed, and leaves the others alone', async () => {
    const gate = await host.start({ name: 'gate', kind: 'gate', port: 0, control: 0, flags: { gates: '2' } });
    const printer = await host.start({ name: 'printer', kind: 'printer', port: 0, control: 0, flags: {} });
    await fetch(`http://127.0.0.1:${gate.control}/behaviour`, { method: 'POST', body: '{"presence":true}' });
    const socket = connect(gate.port, '127.0.0.1');
    await once(socket, 'connect');

    const cut = once(socket.resume(), 'close');
    await host.stopOne('gate');
    await cut;
    await expect(state(gate.control)).rejects.toThrow('fetch failed');
    expect(await state(printer.control)).toMatchObject({ paper: [] });
    expect(host.device.state()).toEqual({ running: ['printer'] });

    expect(await host.start({ name: 'gate', kind: 'gate', ...gate, flags: { gates: '2' } })).toEqual(gate);
    expect(await state(gate.control)).toMatchObject({ gates: [{ presence: false }, { presence: false }] });
  });

  it('refuses what runs already, what it does not know, and ports that are taken', async () => {
    const gate = { name: 'gate', kind: 'gate', port: 0, control: 0, flags: {} };
    const { control } = await host.start(gate);
    await expect(host.start(gate)).rejects.toThrow('Simulator already running: gate');
    await expect(host.start({ ...gate, name: 'door', kind: 'door' })).rejects.toThrow('Unknown simulator: door');
    await expect(host.start({ ...gate, name: 'second', control })).rejects.toThrow('EADDRINUSE');
    expect(host.device.state()).toEqual({ running: ['gate'] });
  });
});
