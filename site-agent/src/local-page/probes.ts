import type { ProbeOutcome } from '@washdesk/site-protocol/local-page';
import type { DeviceIdentity, Driver, ProbeLine } from '../ports/device.ts';
import { AntennaReads, type ProbedReader } from './antenna-reads.ts';
import { badRequest } from './request.ts';

/** What installers may ask devices. Reads only. */
export class Probes {
  readonly #probes: ReadonlyMap<string, () => Promise<ProbeLine[]>>;
  readonly #running = new Set<string>();

  constructor(devices: readonly { identity: DeviceIdentity; driver: Driver }[], readers: readonly ProbedReader[]) {
    const ofReaders = readers.map((reader) => {
      const reads = new AntennaReads(reader);
      return [reader.id, () => Promise.resolve(reads.lines(performance.now()))] as const;
    });
    const ofDrivers = devices.flatMap(({ identity, driver: { probe } }) => (probe ? [[identity.id, probe] as const] : []));
    this.#probes = new Map([...ofReaders, ...ofDrivers]);
  }

  has(device: string): boolean {
    return this.#probes.has(device);
  }

  /** @throws Refused if the device has none, or one is running */
  async probe(device: string): Promise<ProbeOutcome> {
    const probe = this.#probes.get(device);
    if (!probe) throw badRequest('This device can’t be probed');
    if (this.#running.has(device)) throw badRequest('A probe of this device is running');
    this.#running.add(device);
    try {
      const lines = await probe();
      return { lines, reason: lines.length > 0 ? null : 'The device isn’t connected; its state has the cause' };
    } catch (error) {
      return { lines: [], reason: (error as Error).message };
    } finally {
      this.#running.delete(device);
    }
  }
}
