import type { z } from 'zod';
import type { deviceFields } from '@washdesk/site-protocol/site-configuration/device-fields';
import { llrpReaderFields as fields } from '@washdesk/site-protocol/site-configuration/devices/llrp-reader';
import type { readerFields } from '@washdesk/site-protocol/site-configuration/devices/reader';
import { deviceTls } from '../device-tls.ts';

export const llrpReaderFields = { ...fields, tls: deviceTls.optional() };

type Fields = typeof llrpReaderFields & Pick<typeof deviceFields, 'id'> & Pick<typeof readerFields, 'antennas'>;
export type LlrpReaderConfig = z.output<z.ZodObject<Fields>>;
