import { z } from 'zod';
import { networkFields } from '../device-fields.ts';
import { gateInputs, relayFields } from './gate.ts';

const address = z.int().min(0).max(255);

export const modbusGateFields = {
  ...networkFields,
  unit: z.int().min(0).max(255).default(1).meta({ title: 'Unit', description: 'Modbus unit of the board' }),
  coil: address.meta({ title: 'Coil', description: 'Address of the relay, from 0 on' }),
  timedPulse: z.boolean().default(false).meta({
    title: 'Timed pulse',
    description: 'The board times the pulse itself (Waveshare’s 0x0200 + channel): the relay opens even if the agent is killed',
  }),
  ...relayFields,
  inputs: gateInputs(address),
};
