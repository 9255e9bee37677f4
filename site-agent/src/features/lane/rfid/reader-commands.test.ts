import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../ports/commands.ts';
import type { TagRead } from '../../../ports/tag-reader.ts';
import { CommandExpired, WriteDeadline } from '../../../ports/write-deadline.ts';
import { readerCommands } from './reader-commands.ts';

function withReader() {
  const seen: TagRead[] = [];
  let tell: (read: TagRead) => void = () => undefined;
  const driver = {
    onRead(listener: (read: TagRead) => void) {
      tell = listener;
      return () => undefined;
    },
  };
  const clock = { now: () => new Date('2026-11-21T12:00:00Z') };
  const tags = { read: (read: TagRead) => void seen.push(read), shown: (tag: string) => `shown ${tag}` };
  const commands = readerCommands([{ id: 'lane1', antennas: { '1': 3 }, driver }], { clock, tags });
  const read = (tag: string, antenna = 1): void => tell({ reader: 'lane1', antenna, tag, rssi: -50, count: 1, at: 0 });
  return { commands, seen, read };
}

const context = (deadline = WriteDeadline.none): CommandContext => ({
  id: '019aa000-0000-7000-8000-000000000001',
  device: 'lane1',
  deadline,
  signal: new AbortController().signal,
});

describe('the last reads', () => {
  it('are the ten newest, with a parked tag once', async () => {
    const { commands, read } = withReader();
    for (let i = 0; i < 12; i += 1) read(`T${i}`);
    for (let i = 0; i < 3; i += 1) read('T11');
    read('T11', 2);
    const { reads } = await commands['reader.last']({}, context());
    expect(reads).toHaveLength(10);
    expect(reads.slice(0, 2)).toEqual([
      { tag: 'shown T11', antenna: 2, lane: null, rssi: -50, reads: 1, at: '2026-11-21T12:00:00.000Z' },
      { tag: 'shown T11', antenna: 1, lane: 3, rssi: -50, reads: 4, at: '2026-11-21T12:00:00.000Z' },
    ]);
  });
});

describe('a simulated read', () => {
  const simulate = withReader().commands['reader.simulate'];

  it('goes where real reads go, often enough to count', async () => {
    const { commands, seen } = withReader();
    expect(await commands['reader.simulate'].prepare({ antenna: 1, tag: 'ab12' }, context())()).toEqual({
      result: { done: true, reason: null },
    });
    expect(seen).toMatchObject([{ reader: 'lane1', antenna: 1, tag: 'AB12', count: 20 }]);
  });

  it('does nothing at an antenna without a lane, or too late', async () => {
    const { commands, seen } = withReader();
    expect(await commands['reader.simulate'].prepare({ antenna: 2, tag: 'ab12' }, context())()).toMatchObject({ undone: true });
    await expect(commands['reader.simulate'].prepare({ antenna: 1, tag: 'ab12' }, context(new WriteDeadline(-1)))()).rejects.toThrow(
      CommandExpired,
    );
    expect(seen).toEqual([]);
  });

  it('is refused at an unknown reader', async () => {
    await expect(simulate.prepare({ antenna: 1, tag: 'ab12' }, { ...context(), device: 'lane9' })()).rejects.toThrow("no reader 'lane9'");
  });
});
