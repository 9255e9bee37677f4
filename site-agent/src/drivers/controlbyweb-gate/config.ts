import type { z } from 'zod';
import { controlByWebGateFields as fields } from '@washdesk/site-protocol/site-configuration/devices/controlbyweb-gate';
import { login } from '../device-fields.ts';

export const controlByWebGateFields = { ...fields, login: login.optional() };

export type ControlByWebGateConfig = z.output<z.ZodObject<typeof controlByWebGateFields>>;
