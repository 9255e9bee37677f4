import { z } from 'zod';
import type { Unsubscribe } from '../../ports/device.ts';
import type { PlateCamera, PlateRead } from '../../ports/plate-camera.ts';
import { pause } from '../../transports/reconnect.ts';
import { openTcp } from '../../transports/tcp.ts';
import { ConnectedDevice } from '../connected-device.ts';
import { describe } from '../health-report.ts';
import { CameraClock } from './camera-clock.ts';
import type { CameraEvent } from './camera-event.ts';
import type { PlateCameraConfig } from './config.ts';
import { cameraFormats } from './formats.ts';
import { KnownCars } from './known-cars.ts';

const probeEveryMs = 30_000;
const probeTimeoutMs = 3_000;

/** A camera that posts the plates that it reads (docs/site-devices.md#plate-cameras). */
export class PushCamera extends ConnectedDevice<PlateRead> implements PlateCamera {
  readonly #config: PlateCameraConfig;
  readonly #clock = new CameraClock();
  readonly #cars = new KnownCars();
  #lastPost = 0;
  /** Why the camera is unreachable; null if it is not, undefined before the first probe. */
  #unreachable: string | null | undefined;
  /** Why its posts do not arrive, or cannot be read. */
  #problem: string | null = null;

  constructor(config: PlateCameraConfig) {
    super();
    this.#config = config;
  }

  get source(): { address: string; secret: string } {
    return { address: this.#config.host, secret: this.#config.push.secret };
  }

  onPlate(listener: (read: PlateRead) => void): Unsubscribe {
    return this.subscribe(listener);
  }

  report(problem: string | null): void {
    this.#problem = problem;
    this.#show();
  }

  take(documents: readonly string[]): void {
    const arrived = performance.now();
    this.#lastPost = arrived;
    this.#unreachable = null;
    const events: CameraEvent[] = [];
    let problem = documents.length === 0 ? 'its last post was damaged' : null;
    for (const document of documents) {
      try {
        events.push(...cameraFormats[this.#config.format].parse(document));
      } catch (error) {
        const why = describe(error instanceof z.ZodError ? z.prettifyError(error) : error).slice(0, 100);
        problem = `its last post isn’t of the format ${this.#config.format}: ${why}`;
      }
    }
    this.report(events.length > 0 ? null : problem);
    for (const event of events) this.#handle(event, arrived);
  }

  #handle(event: CameraEvent, arrived: number): void {
    const isOld = event.at !== null && this.#clock.isOld(event.at, arrived);
    if (event.type === 'gone' && !isOld) this.#cars.lose(event.car, event.at);
    if (event.type !== 'car') return;
    const { car, plate, score, region, line, at: seenAt } = event;
    if (isOld || this.#cars.isNews(car, plate, score, seenAt))
      this.tell({ camera: this.#config.id, car, plate, score, region, line, at: arrived, seenAt, isOld });
  }

  /** Probes the camera until the driver is stopped: its posts come over connections of their own. */
  protected override async serve(signal: AbortSignal): Promise<void> {
    this.#lastPost = performance.now();
    while (!signal.aborted) {
      this.#unreachable = await this.#reach(signal);
      if (!signal.aborted) this.#show();
      await pause(probeEveryMs, signal);
    }
  }

  async #reach(signal: AbortSignal): Promise<string | null> {
    const { host, format, probePort = format === 'plate-recognizer' ? null : 80 } = this.#config;
    if (probePort === null) return null;
    try {
      (await openTcp({ host, port: probePort, timeoutMs: probeTimeoutMs, signal })).close();
      return null;
    } catch (error) {
      return describe(error);
    }
  }

  #show(): void {
    const { keepAliveSeconds } = this.#config;
    const silentMs = performance.now() - this.#lastPost;
    if (this.#unreachable) this.healthReport.offline(this.#unreachable);
    else if (this.#problem !== null) this.healthReport.faulty(this.#problem);
    else if (keepAliveSeconds !== undefined && silentMs > 3_000 * keepAliveSeconds)
      this.healthReport.faulty('its keep-alive posts are missing');
    else if (this.#unreachable === null) this.healthReport.ready();
  }
}
