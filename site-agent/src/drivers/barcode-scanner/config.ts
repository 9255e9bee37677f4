import { z } from 'zod';
import { addressFields } from '../device-fields.ts';

const added = z.string().max(20).default('');

export const barcodeScannerFields = {
  ...addressFields,
  /** What the scanner is set to send before and after each code, besides CR, LF, TAB, STX and ETX. */
  prefix: added,
  suffix: added,
  /** The scanner sends AIM symbology identifiers, such as `]C0` before a Code 128. */
  aim: z.boolean().default(false),
};

export type BarcodeScannerConfig = z.output<z.ZodObject<typeof barcodeScannerFields>>;
