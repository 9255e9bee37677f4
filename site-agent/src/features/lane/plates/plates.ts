import { codeKind } from '@washdesk/rules/codes/codes';
import { formatPlate } from '@washdesk/rules/codes/plates';
import type { Clock } from '../../../ports/clock.ts';
import type { PlateRead, TracedPlate } from '../../../ports/plate-camera.ts';
import type { SiteEvents } from '../../../ports/site-events.ts';

export interface CameraOptions {
  id: string;
  lane: number;
  lines: Readonly<Record<string, number>>;
  state?: string | undefined;
  sureFrom: number;
}

/** A plate that is decided like a tag, as the roster has it. */
export interface DecidedPlate {
  lane: number;
  source: string;
  code: string;
  at: number;
}

export interface PlatesOptions {
  cameras: readonly CameraOptions[];
  /** Lanes where a sure plate is decided like a tag. */
  autoOpen: ReadonlySet<number>;
  events: Pick<SiteEvents, 'publish'>;
  /** Called with each read, for its trace. */
  onTraced: (plate: TracedPlate) => void;
  /** Decides about a plate. Returns whether the car was let in. */
  decide: (read: DecidedPlate) => Promise<boolean>;
  clock: Clock;
}

/** A later read of a car that was let in, such as a corrected plate, opens nothing for this long. */
const sameCarMs = 60_000;
/** A car that its camera saw longer ago, or whose camera's clock differs by more, may be gone. */
const maxAgeMs = 5_000;

/** Turns the reads of cameras into suggestions for the redeem screen, and into decisions (docs/rules/lane.md#plate-cameras). */
export class Plates {
  readonly #options: PlatesOptions;
  readonly #cameras: ReadonlyMap<string, CameraOptions>;
  /** When each car was let in, or began to be. */
  readonly #letIn = new Map<string, number>();

  constructor(options: PlatesOptions) {
    this.#options = options;
    this.#cameras = new Map(options.cameras.map((camera) => [camera.id, camera]));
  }

  read(read: PlateRead): void {
    const options = this.#cameras.get(read.camera);
    if (!options) return;
    const { camera, car, plate, score, region, line, at } = read;
    const { sureFrom } = options;
    const lane = (line === null ? undefined : options.lines[line]) ?? options.lane;
    const state = region ?? options.state;
    const code = plate === null ? null : codeOf(plate, state);
    const sure = code !== null && score >= sureFrom;

    const end = this.#whyUndecided(read, { code, sure, sureFrom, lane, state });
    this.#options.onTraced({ camera, lane, code, score, sureFrom, at, end });
    if (end === null && code !== null) this.#decide({ lane, source: camera, code, at }, carOf(read));
    if (read.isOld) return;
    const payload = { camera, car: car.slice(0, 80), lane, plate: code, score, sure };
    this.#options.events.publish({ kind: 'plate', source: camera, payload });
  }

  /** Returns what became of a plate that is not decided; null for one that is. */
  #whyUndecided(
    read: PlateRead,
    {
      code,
      sure,
      sureFrom,
      lane,
      state,
    }: { code: string | null; sure: boolean; sureFrom: number; lane: number; state: string | undefined },
  ): TracedPlate['end'] | null {
    const ignored = (reason: string): TracedPlate['end'] => ({ outcome: 'ignored', reason });
    const suggested = (reason: string): TracedPlate['end'] => ({ outcome: 'suggested', reason });
    if (read.isOld) return ignored('The camera sent it late, after it was disconnected');
    if (code === null) return ignored('The camera couldn’t read the plate');
    if (!sure) return suggested(`Suggested beside the register’s box: its score is below ${sureFrom}`);
    if (!this.#options.autoOpen.has(lane)) return suggested('Suggested in the register’s box');
    if (state === undefined) return suggested('Suggested in the register’s box: its state is unknown');
    const { seenAt } = read;
    if (seenAt === null || Math.abs(this.#options.clock.now().getTime() - seenAt) > maxAgeMs)
      return suggested('Suggested in the register’s box: by the camera’s clock the car may be gone; set the clock by NTP');
    if (this.#wasLetIn(carOf(read), read.at)) return suggested('Suggested in the register’s box: this car was let in by an earlier read');
    return null;
  }

  #wasLetIn(car: string, now: number): boolean {
    for (const [known, at] of this.#letIn) if (now - at > sameCarMs) this.#letIn.delete(known);
    return this.#letIn.has(car);
  }

  /** A car counts as let in from the start of its decision, so that a second read does not open beside it. */
  #decide(read: DecidedPlate, car: string): void {
    this.#letIn.set(car, read.at);
    void this.#options.decide(read).then((isIn) => isIn || this.#letIn.delete(car));
  }
}

const carOf = ({ camera, car }: PlateRead): string => `${camera} ${car}`;

/** Returns a plate as the company writes it; without a state the characters alone, null for what is no plate. */
function codeOf(plate: string, state: string | undefined): string | null {
  const characters = formatPlate(plate, 'IL').slice(0, -'-IL'.length);
  if (codeKind(`${characters}-IL`) !== 'plate') return null;
  return state === undefined ? characters : formatPlate(characters, state);
}
