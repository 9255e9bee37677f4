import { z } from 'zod';
import { login, networkFields } from '../device-fields.ts';
import { deviceTls } from '../device-tls.ts';

export const r700ReaderFields = {
  ...networkFields,
  port: networkFields.port.default(443),
  tls: deviceTls.meta({ title: 'TLS', description: 'The reader signs its certificate itself: give its fingerprint' }),
  login,
  transmitPower: z
    .number()
    .min(0)
    .max(33)
    .default(30)
    .meta({ title: 'Transmit power (dBm)', description: 'Cable loss included; the country limits it' }),
  rfMode: z
    .int()
    .nonnegative()
    .max(9_999)
    .default(4)
    .meta({ title: 'RF mode', description: 'Impinj’s number; the reader accepts those of its region' }),
  session: z.int().min(0).max(3).default(1).meta({ title: 'Session', description: 'Gen2 session' }),
  estimatedTags: z.int().min(1).max(1_000).default(16).meta({ title: 'Estimated tags', description: 'Tags in the field at once' }),
  keepAliveSeconds: z
    .int()
    .min(1)
    .max(60)
    .default(30)
    .meta({ title: 'Keep-alive (s)', description: 'Interval of the empty lines of an idle reader; three missing ones end the connection' }),
};
