import { capabilities, type ReaderModel } from './capabilities.ts';
import { requests } from './names.ts';
import { Rospecs, type Outcome } from './rospecs.ts';
import { fields, tlvsIn, type Fields } from './wire.ts';

export const impinj = 25_882;

const done: Outcome = [0, ''];
const unsupportedMessage: Outcome = [109, 'Unsupported message'];
const unsupportedParameter: Outcome = [111, 'Unsupported parameter: extensions are not enabled'];

/** What a client configures in a reader. It survives a lost connection, except Impinj's extensions. */
export class ReaderState {
  readonly rospecs = new Rospecs();
  readonly disconnected = new Set<number>();
  keepaliveMs = 0;
  holdsReports = false;
  /** Keepalives without an answer after which the reader ends the connection; null for never. */
  linkMonitor: number | null = null;
  hasExtensions = false;
  readonly #model: ReaderModel;

  constructor(model: ReaderModel) {
    this.#model = model;
  }

  /** Executes a request, and returns its outcome with the parameters of the response. */
  perform(type: number, body: Buffer): readonly [Outcome, Fields] {
    const { rospecs } = this;
    const ofRospec = (change: (id: number) => Outcome) => [change(body.readUInt32BE(0)), fields()] as const;
    if (type === 1) return [done, capabilities(body[0] ?? 0, this.#model)];
    if (type === 2) return [done, this.#antennaProperties()];
    if (type === 3) return [this.#configure(body.subarray(1)), fields()];
    if (type === 20) return [this.hasExtensions || !hasVendorParameter(body) ? rospecs.add(body) : unsupportedParameter, fields()];
    if (type === 21) return ofRospec((id) => rospecs.remove(id));
    if (type === 22) return ofRospec((id) => rospecs.start(id));
    if (type === 23) return ofRospec((id) => rospecs.stop(id));
    if (type === 24) return ofRospec((id) => rospecs.enable(id));
    if (type === 25) return ofRospec((id) => rospecs.disable(id));
    if (type === 26) return [done, rospecs.bodies().reduce((all, each) => all.tlv(177, each), fields())];
    if (type === 1_023) return [this.#enableExtensions(body), fields()];
    return [requests[type] ? done : unsupportedMessage, fields()];
  }

  #antennaProperties(): Fields {
    const all = fields();
    for (let antenna = 1; antenna <= this.#model.antennas; antenna += 1) {
      all.tlv(
        221,
        fields()
          .u8(this.disconnected.has(antenna) ? 0 : 0x80)
          .u16(antenna, 0),
      );
    }
    return all;
  }

  #enableExtensions(body: Buffer): Outcome {
    if (this.#model.manufacturer !== impinj || body.readUInt32BE(0) !== impinj || body[4] !== 21) return unsupportedMessage;
    this.hasExtensions = true;
    return done;
  }

  #configure(bytes: Buffer): Outcome {
    const parameters = tlvsIn(bytes);
    const bodyOf = (type: number): Buffer | undefined => parameters.find((each) => each.type === type)?.body;
    const monitor = bodyOf(1_023);
    if (monitor && !this.hasExtensions) return unsupportedParameter;
    this.linkMonitor = monitor?.readUInt32BE(4) === 38 && monitor.readUInt16BE(8) === 1 ? monitor.readUInt16BE(10) : null;
    this.holdsReports = (bodyOf(226)?.[0] ?? 0) >= 0x80;
    const keepalive = bodyOf(220);
    this.keepaliveMs = keepalive?.[0] === 1 ? keepalive.readUInt32BE(1) : 0;
    return done;
  }
}

/** Whether an ADD_ROSPEC contains a parameter of Impinj's. */
function hasVendorParameter(body: Buffer): boolean {
  return body.includes(fields().u16(1_023, 14).u32(impinj).done());
}
