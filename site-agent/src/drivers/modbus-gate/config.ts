import { z } from 'zod';
import { networkFields } from '../device-fields.ts';

const address = z.int().min(0).max(255);

export const modbusGateFields = {
  ...networkFields,
  unit: z.int().min(0).max(255).default(1),
  coil: address,
  /** The board times the pulse itself (Waveshare's 0x0200 + channel): the relay opens even if the agent is killed. */
  timedPulse: z.boolean().default(false),
  /** How long the relay is closed. Boards with a timed pulse count in tenths of a second. */
  pulseMs: z.int().min(100).max(5_000).default(500),
  /** Addresses of the wired discrete inputs. */
  inputs: z.strictObject({ gateOpen: address.optional(), presence: address.optional(), merge: address.optional() }).default({}),
  /** Maximum wait for the gate-open input. Bounded, because the agent must respond within 3 s. */
  confirmMs: z.int().min(100).max(1_500).default(1_500),
};

export type ModbusGateConfig = z.output<z.ZodObject<typeof modbusGateFields>>;
