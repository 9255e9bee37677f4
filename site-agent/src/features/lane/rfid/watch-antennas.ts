import type { DevicesOf } from '../../../ports/device-kind.ts';
import type { SiteEvents } from '../../../ports/site-events.ts';
import type { readerKind } from './reader-kind.ts';
import { SilentAntennas } from './silent-antennas.ts';

/**
 * Observes the antennas of the readers by their reads, their cars and the openings of their lanes' gates.
 * @param gates the lane of each gate, by the gate's id
 */
export function watchAntennas(
  readers: DevicesOf<typeof readerKind>,
  gates: ReadonlyMap<string, number | null>,
  events: Pick<SiteEvents, 'subscribe'>,
  observe: (reader: string, problem: string | null) => void,
): void {
  const silent = new SilentAntennas(
    readers.map(({ config }) => config),
    performance.now(),
    observe,
  );
  for (const { id, driver } of readers) driver.onRead(({ antenna }) => silent.read(id, antenna, performance.now()));
  const relays = new Map<string, boolean>();
  events.subscribe(({ kind, source, payload }) => {
    if (kind === 'tag') silent.car(payload.reader, payload.antenna);
    if (kind !== 'gate') return;
    const lane = gates.get(source) ?? null;
    if (payload.relay && relays.get(source) === false && lane !== null) silent.opened(lane, performance.now());
    relays.set(source, payload.relay);
  });
}
