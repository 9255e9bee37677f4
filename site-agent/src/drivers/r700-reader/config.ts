import type { z } from 'zod';
import type { deviceFields } from '@washdesk/site-protocol/site-configuration/device-fields';
import { r700ReaderFields as fields } from '@washdesk/site-protocol/site-configuration/devices/r700-reader';
import type { readerFields } from '@washdesk/site-protocol/site-configuration/devices/reader';
import { login } from '../device-fields.ts';
import { deviceTls } from '../device-tls.ts';

export const r700ReaderFields = { ...fields, tls: deviceTls, login };

type Fields = typeof r700ReaderFields & Pick<typeof deviceFields, 'id'> & Pick<typeof readerFields, 'antennas'>;
export type R700ReaderConfig = z.output<z.ZodObject<Fields>>;
