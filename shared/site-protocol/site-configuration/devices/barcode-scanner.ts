import { z } from 'zod';
import { addressFields } from '../device-fields.ts';

export const scannerFields = {
  terminal: z
    .string()
    .trim()
    .min(1)
    .max(30)
    .meta({ title: 'Terminal', description: 'Name of the Sitewatch terminal whose register receives the scans' }),
};

const added = z.string().max(20).default('');

export const barcodeScannerFields = {
  ...addressFields,
  // besides CR, LF, TAB, STX and ETX
  prefix: added.meta({ title: 'Prefix', description: 'What the scanner is set to send before each code' }),
  suffix: added.meta({ title: 'Suffix', description: 'What the scanner is set to send after each code' }),
  aim: z
    .boolean()
    .default(false)
    .meta({ title: 'AIM identifiers', description: 'The scanner sends symbology identifiers, such as ]C0 before a Code 128' }),
};
