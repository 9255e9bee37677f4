import { z } from 'zod';
import { gateInputs, login, networkFields, relayFields } from '../device-fields.ts';

const output = z.int().min(1).max(16);

export const controlByWebGateFields = {
  ...networkFields,
  port: networkFields.port.default(80),
  /** The board’s control password. */
  login: login.optional(),
  /** The names that the board uses: `webrelay-10` also for, `webrelay` for X-WR-1R12, `x-400` for X-410. */
  family: z.enum(['webrelay-10', 'webrelay', 'x-400']).default('webrelay-10'),
  relay: output.default(1),
  /** The board times the pulse itself: the relay opens even if the agent is killed. */
  timedPulse: z.boolean().default(true),
  ...relayFields,
  /** Numbers of the wired inputs. */
  inputs: gateInputs(output),
};

export type ControlByWebGateConfig = z.output<z.ZodObject<typeof controlByWebGateFields>>;
