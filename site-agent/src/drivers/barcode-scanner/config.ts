import type { z } from 'zod';
import type { barcodeScannerFields } from '@washdesk/site-protocol/site-configuration/devices/barcode-scanner';

export type BarcodeScannerConfig = z.output<z.ZodObject<typeof barcodeScannerFields>>;
