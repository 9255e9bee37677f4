import { codeKind } from '@washdesk/rules/codes/codes';
import { formatPlate } from '@washdesk/rules/codes/plates';
import type { PlateRead } from '../../../ports/plate-camera.ts';
import type { SiteEvents } from '../../../ports/site-events.ts';

export interface CameraOptions {
  id: string;
  lane: number;
  lines: Readonly<Record<string, number>>;
  state?: string | undefined;
  sureFrom: number;
}

/** Turns the reads of cameras into events: suggestions for the redeem screen, which open nothing (docs/rules/lane.md#plate-cameras). */
export class Plates {
  readonly #cameras: ReadonlyMap<string, CameraOptions>;
  readonly #events: Pick<SiteEvents, 'publish'>;

  constructor(cameras: readonly CameraOptions[], events: Pick<SiteEvents, 'publish'>) {
    this.#cameras = new Map(cameras.map((camera) => [camera.id, camera]));
    this.#events = events;
  }

  read({ camera, car, plate, score, region, line }: PlateRead): void {
    const options = this.#cameras.get(camera);
    if (!options) return;
    const lane = (line === null ? undefined : options.lines[line]) ?? options.lane;
    const code = plate === null ? null : codeOf(plate, region ?? options.state);
    const payload = { camera, car: car.slice(0, 80), lane, plate: code, score, sure: code !== null && score >= options.sureFrom };
    this.#events.publish({ kind: 'plate', source: camera, payload });
  }
}

/** Returns a plate as the company writes it; without a state the characters alone, null for what is no plate. */
function codeOf(plate: string, state: string | undefined): string | null {
  const characters = formatPlate(plate, 'IL').slice(0, -'-IL'.length);
  if (codeKind(`${characters}-IL`) !== 'plate') return null;
  return state === undefined ? characters : formatPlate(characters, state);
}
