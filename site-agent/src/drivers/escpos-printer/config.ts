import type { z } from 'zod';
import type { escposPrinterFields } from '@washdesk/site-protocol/site-configuration/devices/escpos-printer';

export type EscposPrinterConfig = z.output<z.ZodObject<typeof escposPrinterFields>>;
