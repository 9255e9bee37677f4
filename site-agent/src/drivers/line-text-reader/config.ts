import { z } from 'zod';
import { deviceFields, networkFields } from '../device-fields.ts';

export const lineTextReaderFields = {
  ...networkFields,
  /** `encompass`: `#<tag>` lines of TransCore readers. `alien`: notify blocks of Alien readers. */
  format: z.enum(['encompass', 'alien']),
};

export type LineTextReaderConfig = z.output<z.ZodObject<typeof lineTextReaderFields & Pick<typeof deviceFields, 'id'>>>;
