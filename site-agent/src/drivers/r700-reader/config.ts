import { z } from 'zod';
import type { readerKind } from '../../features/lane/rfid/reader-kind.ts';
import { login, networkFields, type deviceFields } from '../device-fields.ts';
import { deviceTls } from '../device-tls.ts';

export const r700ReaderFields = {
  ...networkFields,
  port: networkFields.port.default(443),
  /** The reader signs its certificate itself: give its `fingerprint`. */
  tls: deviceTls,
  login,
  /** In dBm, cable loss included. The country limits it. */
  transmitPower: z.number().min(0).max(33).default(30),
  /** Impinj’s number of the RF mode; the reader accepts those of its region. */
  rfMode: z.int().nonnegative().default(4),
  session: z.int().min(0).max(3).default(1),
  estimatedTags: z.int().min(1).max(1_000).default(16),
  /** Interval of the empty lines of an idle reader. Three missing ones end the connection. */
  keepAliveSeconds: z.int().min(1).max(60).default(30),
};

type Fields = typeof r700ReaderFields & Pick<typeof deviceFields, 'id'> & Pick<typeof readerKind.fields, 'antennas'>;
export type R700ReaderConfig = z.output<z.ZodObject<Fields>>;
