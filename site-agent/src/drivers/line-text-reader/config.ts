import { z } from 'zod';
import type { deviceFields } from '@washdesk/site-protocol/site-configuration/device-fields';
import { lineTextReaderFields as fields, readRegularExpression } from '@washdesk/site-protocol/site-configuration/devices/line-text-reader';

const regularExpression = z.string().transform((text, context) => {
  const read = readRegularExpression(text);
  if (read instanceof RegExp) return read;
  context.addIssue(read);
  return z.NEVER;
});

export const lineTextReaderFields = { ...fields, tagPattern: regularExpression.optional() };

export type LineTextReaderConfig = z.output<z.ZodObject<typeof lineTextReaderFields & Pick<typeof deviceFields, 'id'>>>;
