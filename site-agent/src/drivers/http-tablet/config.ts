import type { z } from 'zod';
import type { httpTabletFields } from '@washdesk/site-protocol/site-configuration/devices/http-tablet';

export type HttpTabletConfig = z.output<z.ZodObject<typeof httpTabletFields>>;
