import { z } from 'zod';

export type R700Event =
  | { type: 'tag'; antenna: number; tag: string; rssi?: number }
  | { type: 'antenna'; antenna: number; isConnected: boolean }
  | { type: 'inventory'; status: string }
  | { type: 'overflow'; purged: number };

/** An event, and when it happened by the reader's clock, in epoch milliseconds. */
export interface TimedEvent {
  at: number;
  event: R700Event;
}

const port = z.object({ antennaPort: z.int() });
const tag = z.object({
  epcHex: z.string().optional(),
  epc: z.string().optional(),
  antennaPort: z.int().default(1),
  peakRssiCdbm: z.number().optional(),
});
const events = z.object({
  eventType: z.string(),
  timestamp: z.string(),
  tagInventoryEvent: tag.optional(),
  antennaConnectedEvent: port.optional(),
  antennaDisconnectedEvent: port.optional(),
  // Impinj's document has `status`, clients of running readers read `inventoryStatus`
  inventoryStatusEvent: z.object({ status: z.string().optional(), inventoryStatus: z.string().optional() }).optional(),
  overflowEvent: z.object({ eventsPurged: z.int().default(0) }).optional(),
});

/** Returns null for a keep-alive, an event of another type and anything malformed. */
export function parseEvent(line: string): TimedEvent | null {
  // some gateways send the stream as server-sent events
  const text = line.replace(/^data:\s*/u, '').trim();
  const parsed = events.safeParse(jsonOf(text));
  if (!parsed.success) return null;
  const at = Date.parse(parsed.data.timestamp);
  const event = eventOf(parsed.data);
  return event === null || Number.isNaN(at) ? null : { at, event };
}

function eventOf(all: z.output<typeof events>): R700Event | null {
  switch (all.eventType) {
    case 'tagInventory':
      return all.tagInventoryEvent ? tagOf(all.tagInventoryEvent) : null;
    case 'antennaConnected':
      return all.antennaConnectedEvent ? { type: 'antenna', antenna: all.antennaConnectedEvent.antennaPort, isConnected: true } : null;
    case 'antennaDisconnected':
      return all.antennaDisconnectedEvent
        ? { type: 'antenna', antenna: all.antennaDisconnectedEvent.antennaPort, isConnected: false }
        : null;
    case 'inventoryStatus': {
      const status = all.inventoryStatusEvent?.status ?? all.inventoryStatusEvent?.inventoryStatus;
      return status === undefined ? null : { type: 'inventory', status };
    }
    case 'overflow':
      return { type: 'overflow', purged: all.overflowEvent?.eventsPurged ?? 0 };
    default:
      return null;
  }
}

const hex = /^(?:[\da-f]{2}){2,62}$/iu;
const base64 = /^[\w+/-]{4,}={0,2}$/u;

function tagOf({ epcHex, epc = '', antennaPort, peakRssiCdbm }: z.output<typeof tag>): R700Event | null {
  // Node's base64 accepts the URL alphabet too
  const code = (epcHex ?? (base64.test(epc) ? Buffer.from(epc, 'base64').toString('hex') : '')).toUpperCase();
  if (!hex.test(code)) return null;
  return { type: 'tag', antenna: antennaPort, tag: code, ...(peakRssiCdbm !== undefined && { rssi: peakRssiCdbm / 100 }) };
}

/** Returns null for a damaged text, which the callers' schemas refuse. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
