export interface WatchedReader {
  id: string;
  /** The lane of each antenna. */
  antennas: Readonly<Record<string, number>>;
  /** So many cars at its other antennas, or openings of its lane's gate, without a read are a fault; 0 is off. */
  silentAfterCars: number;
  /** A whole reader is silent only after so many hours, because lanes also open without tags. */
  silentAfterHours: number;
}

interface Counters {
  reader: WatchedReader;
  /** Cars at other antennas since the antenna's last read. */
  cars: Map<number, number>;
  /** The faults, by antenna. */
  silent: Map<number, string>;
  readAt: number;
  openings: number;
  reported: string | null;
}

const hourMs = 3_600_000;

/** Finds antennas that read nothing while others do, and readers that read nothing while their gate opens (docs/site-devices.md#tag-readers). */
export class SilentAntennas {
  readonly #readers: ReadonlyMap<string, Counters>;
  readonly #onChange: (reader: string, problem: string | null) => void;

  constructor(readers: readonly WatchedReader[], now: number, onChange: (reader: string, problem: string | null) => void) {
    this.#onChange = onChange;
    const counters = (reader: WatchedReader): Counters => {
      const cars = new Map(Object.keys(reader.antennas).map((antenna) => [Number(antenna), 0]));
      return { reader, cars, silent: new Map(), readAt: now, openings: 0, reported: null };
    };
    this.#readers = new Map(readers.filter(({ silentAfterCars }) => silentAfterCars > 0).map((reader) => [reader.id, counters(reader)]));
  }

  /** Counts any read, also one that is too weak to be a car. */
  read(id: string, antenna: number, now: number): void {
    const known = this.#readers.get(id);
    if (!known) return;
    known.readAt = now;
    known.openings = 0;
    if (known.cars.has(antenna)) known.cars.set(antenna, 0);
    known.silent.delete(antenna);
    this.#report(known, null);
  }

  /** Counts a car that an antenna read. */
  car(id: string, antenna: number): void {
    const known = this.#readers.get(id);
    if (!known) return;
    const { silentAfterCars } = known.reader;
    for (const [other, cars] of known.cars) {
      if (other === antenna) continue;
      known.cars.set(other, cars + 1);
      if (cars + 1 === silentAfterCars)
        known.silent.set(other, `antenna ${other} is silent for ${silentAfterCars} cars while antenna ${antenna} reads; check its cable`);
    }
    this.#report(known, null);
  }

  /** Counts an opening of a lane's gate. */
  opened(lane: number, now: number): void {
    for (const known of this.#readers.values()) {
      const { antennas, silentAfterCars, silentAfterHours } = known.reader;
      if (!Object.values(antennas).includes(lane)) continue;
      known.openings += 1;
      if (known.openings < silentAfterCars || now - known.readAt < silentAfterHours * hourMs) continue;
      const since = `silent for over ${silentAfterHours} hours while the gate of lane ${lane} opened`;
      this.#report(known, `${since} ${silentAfterCars} times or more; check its antennas`);
    }
  }

  #report(known: Counters, whole: string | null): void {
    const problem = whole ?? (known.silent.size > 0 ? [...known.silent.values()].join(', ') : null);
    if (problem === known.reported) return;
    known.reported = problem;
    this.#onChange(known.reader.id, problem);
  }
}
