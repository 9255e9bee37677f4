import type { z } from 'zod';
import type { deviceFields } from '@washdesk/site-protocol/site-configuration/device-fields';
import { plateCameraFields as fields } from '@washdesk/site-protocol/site-configuration/devices/plate-camera';
import { pushSecret } from '../device-fields.ts';

export const plateCameraFields = { ...fields, push: pushSecret };

export type PlateCameraConfig = z.output<z.ZodObject<typeof plateCameraFields & Pick<typeof deviceFields, 'id'>>>;
