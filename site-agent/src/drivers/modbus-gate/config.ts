import { z } from 'zod';
import { gateInputs, networkFields, relayFields } from '../device-fields.ts';

const address = z.int().min(0).max(255);

export const modbusGateFields = {
  ...networkFields,
  unit: z.int().min(0).max(255).default(1),
  coil: address,
  /** The board times the pulse itself (Waveshare's 0x0200 + channel): the relay opens even if the agent is killed. */
  timedPulse: z.boolean().default(false),
  ...relayFields,
  /** Addresses of the wired discrete inputs. */
  inputs: gateInputs(address),
};

export type ModbusGateConfig = z.output<z.ZodObject<typeof modbusGateFields>>;
