import { z } from 'zod';
import { login, networkFields } from '../device-fields.ts';
import { gateInputs, relayFields } from './gate.ts';

const output = z.int().min(1).max(16);

export const controlByWebGateFields = {
  ...networkFields,
  port: networkFields.port.default(80),
  login: login.optional().meta({ title: 'Login', description: 'The board’s control password' }),
  family: z.enum(['webrelay-10', 'webrelay', 'x-400']).default('webrelay-10').meta({
    title: 'Family',
    description: 'The names that the board uses: webrelay-10 also for X-301 and X-310, webrelay for X-WR-1R12, x-400 for X-410',
  }),
  relay: output.default(1).meta({ title: 'Relay', description: 'Number of the relay, from 1 on' }),
  timedPulse: z
    .boolean()
    .default(true)
    .meta({ title: 'Timed pulse', description: 'The board times the pulse itself: the relay opens even if the agent is killed' }),
  ...relayFields,
  inputs: gateInputs(output),
};
