import type { z } from 'zod';
import type { serialRelayGateFields } from '@washdesk/site-protocol/site-configuration/devices/serial-relay-gate';

export type SerialRelayGateConfig = z.output<z.ZodObject<typeof serialRelayGateFields>>;
