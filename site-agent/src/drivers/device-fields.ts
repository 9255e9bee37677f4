import { z } from 'zod';
import { secretOf } from '../config-secrets.ts';
import type { DeviceAddress } from '../transports/open-transport.ts';

/** Fields of every device in the agent's YAML file. The id becomes a segment of MQTT topics. */
export const deviceFields = {
  id: z.string().regex(/^[a-z0-9_-]{1,40}$/, 'use small letters, digits, - and _'),
  name: z.string().trim().min(1).max(60),
};

/** Address of a device on the site's network. */
export const networkFields = {
  host: z.string().trim().min(1),
  port: z.int().min(1).max(65_535),
};

/** The user of a device’s web server: `{ user, password }` or `{ user, passwordFile }`. */
export const login = secretOf('password', { user: z.string().min(1) });

/** The relay of a gate, on any board. */
export const relayFields = {
  /** `pulse`: closed for `pulseMs`. `hold`: a request, closed until the wash is no longer in use, at most for `maxHoldMs`. */
  mode: z.enum(['pulse', 'hold']).default('pulse'),
  /** How long the relay is closed. Boards with a timed pulse count in tenths of a second. */
  pulseMs: z.int().min(100).max(5_000).default(500),
  maxHoldMs: z.int().min(1_000).max(600_000).default(30_000),
  /** Maximum wait for the gate-open input. Bounded, because the agent must respond within 3 s. */
  confirmMs: z.int().min(100).max(1_500).default(1_500),
};

/**
 * The wired inputs of a gate.
 * @param input an input's address or number on the board
 */
export const gateInputs = (input: z.ZodInt) =>
  z
    .strictObject({ gateOpen: input.optional(), presence: input.optional(), merge: input.optional(), washInUse: input.optional() })
    .default({});

/** Returns what is wrong with the fields of a gate with inputs; null if nothing is. */
export function gateProblem({ mode, inputs }: { mode: 'pulse' | 'hold'; inputs: { washInUse?: number | undefined } }): string | null {
  return mode === 'pulse' && inputs.washInUse !== undefined ? "'washInUse' is for the mode 'hold'" : null;
}

/** A serial port, with the settings of most devices. */
export const serialPort = z.strictObject({
  /** `COM3`, or a name below /dev/serial/by-id: /dev/ttyUSB0 may be another device after a restart. */
  path: z.string().trim().min(1),
  baudRate: z.int().min(300).max(921_600).default(9_600),
  dataBits: z.union([z.literal(7), z.literal(8)]).default(8),
  parity: z.enum(['none', 'even', 'odd']).default('none'),
  stopBits: z.union([z.literal(1), z.literal(2)]).default(1),
  flowControl: z.enum(['none', 'xon-xoff', 'rts-cts']).default('none'),
});

/** Address of a device that is on the network or at a serial port; `addressProblem` requires one of them. */
export const addressFields = {
  host: networkFields.host.optional(),
  port: networkFields.port.optional(),
  serial: serialPort.optional(),
};

type AddressConfig = z.output<z.ZodObject<typeof addressFields>>;

/** Returns what is wrong with the address; null if it is complete. */
export function addressProblem({ host, port, serial }: AddressConfig): string | null {
  const isNetwork = host !== undefined && port !== undefined;
  const isPart = (host !== undefined || port !== undefined) && !isNetwork;
  return isPart || isNetwork === (serial !== undefined) ? "give either 'host' and 'port', or 'serial'" : null;
}

export function addressOf({ host, port, serial }: AddressConfig): DeviceAddress {
  if (serial) return { serial };
  if (host === undefined || port === undefined) throw new Error('The configuration has no address');
  return { host, port };
}

/** The secret at the end of the path that a device posts to: `{ secret }` or `{ secretFile }`. */
export const pushSecret = secretOf('secret', {}).refine(({ secret }) => /^[\da-f]{32}$/u.test(secret), {
  path: ['secret'],
  message: 'use 32 hex digits, as `openssl rand -hex 16` prints',
});
