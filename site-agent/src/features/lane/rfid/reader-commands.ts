import { CommandRefused, type CommandTable } from '../../../ports/commands.ts';
import type { DeviceServices } from '../../../ports/device-kind.ts';
import type { TagReader } from '../../../ports/tag-reader.ts';
import { LastReads } from './last-reads.ts';

interface Reader {
  id: string;
  antennas: Readonly<Record<string, number>>;
  driver: Pick<TagReader, 'onRead'>;
}

/** Enough for every reader's minimum, so that the tag is decided like one that stays at the antenna. */
const simulatedReads = 20;

export function readerCommands(
  readers: readonly Reader[],
  { clock, tags }: Pick<DeviceServices, 'clock' | 'tags'>,
): Pick<CommandTable, 'reader.last' | 'reader.simulate'> {
  const byId = new Map(readers.map((reader) => [reader.id, { reader, last: lastReadsOf(reader, () => clock.now()) }]));
  function known(id: string) {
    const found = byId.get(id);
    if (!found) throw new CommandRefused('unknown_device', `This site has no reader '${id}'`);
    return found;
  }
  return {
    'reader.last': async (_payload, { device }) => ({
      reads: known(device)
        .last.newestFirst()
        .map((read) => ({ ...read, tag: tags.shown(read.tag) })),
    }),
    'reader.simulate': {
      key: (_payload, { id }) => id,
      repeatOnlyAsks: true,
      prepare:
        ({ antenna, tag }, { device, deadline }) =>
        async () => {
          const { reader } = known(device);
          if (reader.antennas[antenna] === undefined) return { result: nothing(`Antenna ${antenna} has no lane`), undone: true };
          deadline.check();
          tags.read({ reader: device, antenna, tag: tag.toUpperCase(), count: simulatedReads, at: performance.now() });
          return { result: { done: true, reason: null } };
        },
      expired: (_payload, _context, why) => ({ result: nothing(why) }),
      notKnown: nothing,
      repeated: (stored) => stored ?? nothing('This command was interrupted earlier'),
    },
  };
}

function lastReadsOf({ antennas, driver }: Reader, now: () => Date): LastReads {
  const last = new LastReads({ laneOf: (antenna) => antennas[antenna] ?? null, now });
  driver.onRead((read) => last.add(read));
  return last;
}

const nothing = (reason: string) => ({ done: false, reason });
