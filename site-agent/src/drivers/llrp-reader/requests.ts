import { custom, tlv, u16, u32, u8 } from './parameters.ts';
import { transmitterParameter, type Transmitter } from './transmitter.ts';

/** A message to the reader that it must answer. */
export interface Request {
  name: string;
  type: number;
  responseType: number;
  body: Buffer;
  /** Where the parameters of the response begin in its body; 0 if not given. */
  parametersAt?: number;
}

/** Impinj’s number as a vendor. */
export const impinj = 25_882;

const customMessage = 1_023;
const rospecId = 1;
const none = Buffer.alloc(0);

/** Id 0 means all. */
export const deleteRospecs: Request = { name: 'DELETE_ROSPEC', type: 21, responseType: 31, body: u32(0) };
export const enableRospec: Request = { name: 'ENABLE_ROSPEC', type: 24, responseType: 34, body: u32(rospecId) };
export const closeConnection: Request = { name: 'CLOSE_CONNECTION', type: 14, responseType: 4, body: none };

/** Only the general capabilities, which name the manufacturer. */
export const getCapabilities: Request = { name: 'GET_READER_CAPABILITIES', type: 1, responseType: 11, body: u8(1) };

/** Only the regulatory capabilities, which contain the powers. */
export const getRegulation: Request = { ...getCapabilities, body: u8(3) };

/** Only the antennas' properties, of all antennas. */
export const getAntennaProperties: Request = {
  name: 'GET_READER_CONFIG',
  type: 2,
  responseType: 12,
  body: Buffer.concat([u16(0), u8(2), u16(0), u16(0)]),
};

/** Required before any parameter of Impinj's. The response repeats vendor and subtype before its parameters. */
export const enableImpinjExtensions: Request = {
  name: 'IMPINJ_ENABLE_EXTENSIONS',
  type: customMessage,
  responseType: customMessage,
  body: Buffer.concat([u32(impinj), u8(21), u32(0)]),
  parametersAt: 5,
};

/** ROSpec, report buffer, reader exception and antenna. */
const notifiedEvents = [2, 3, 4, 8];

/** Impinj: the reader ends a connection after this many keepalives without an answer. Others hold a dead connection. */
const missedKeepalives = 3;

/** Restores the factory settings, so that nothing is left of another program's, and sets keepalive and events. */
export function setReaderConfig({ keepaliveMs, isImpinj }: { keepaliveMs: number; isImpinj: boolean }): Request {
  const events = tlv(244, ...notifiedEvents.map((event) => tlv(245, u16(event), u8(0x80))));
  const keepalive = tlv(220, u8(1), u32(keepaliveMs));
  // EventsAndReports: nothing is kept for a reconnect until the client asks for it
  const noHold = tlv(226, u8(0));
  const linkMonitor = isImpinj ? custom(impinj, 38, u16(1), u16(missedKeepalives)) : none;
  return {
    name: 'SET_READER_CONFIG',
    type: 3,
    responseType: 13,
    body: Buffer.concat([u8(0x80), events, keepalive, noHold, linkMonitor]),
  };
}

export interface Inventory {
  /** The Gen2 session, 0 to 3. */
  session: number;
  /** Impinj's search mode; undefined for other readers, which have their own. */
  dualTarget?: boolean | undefined;
  /** Undefined leaves the reader's own power. */
  transmitter?: Transmitter | undefined;
}

/** Reads with every antenna from ENABLE_ROSPEC on, and reports each read at once. */
export function addRospec({ session, dualTarget, transmitter }: Inventory): Request {
  // starts immediately, without a stop
  const boundary = tlv(178, tlv(179, u8(1)), tlv(182, u8(0), u32(0)));
  const singulation = tlv(336, u8(session << 6), u16(32), u32(0));
  const searchMode = dualTarget === undefined ? none : custom(impinj, 23, u16(dualTarget ? 2 : 1));
  const power = transmitter ? transmitterParameter(transmitter) : none;
  const antennas = tlv(222, u16(0), power, tlv(330, u8(0), singulation, searchMode));
  const inventory = tlv(186, u16(1), u8(1), antennas);
  const antennaSpec = tlv(183, u16(1), u16(0), tlv(184, u8(0), u32(0)), inventory);
  // antenna, RSSI, first and last seen, count
  const content = tlv(238, u16(0x1780), tlv(348, u8(0)));
  // after each tag
  const report = tlv(237, u8(1), u16(1), content);
  return {
    name: 'ADD_ROSPEC',
    type: 20,
    responseType: 30,
    body: tlv(177, u32(rospecId), u8(0), u8(0), boundary, antennaSpec, report),
  };
}
