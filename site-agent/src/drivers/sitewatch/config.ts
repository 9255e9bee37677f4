import { z } from 'zod';
import { networkFields } from '../device-fields.ts';

/** The site's Sitewatch database on its Firebird server. The password comes from the agent's configuration, directly or from a file. */
export const sitewatchFields = {
  ...networkFields,
  port: networkFields.port.default(3050),
  /** Path or alias of the database on the Firebird server. */
  database: z.string().trim().min(1),
  user: z.string().trim().min(1),
  /** Character set of the texts in a database that declares none: NONE is what Windows writes, WIN1252. */
  charset: z.enum(['UTF8', 'WIN1252', 'ISO8859_1', 'NONE']).default('UTF8'),
  /** Seconds between two queries for new sales. */
  salesEverySeconds: z.number().positive().max(3_600).default(5),
};

export interface SitewatchConfig {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  charset: 'UTF8' | 'WIN1252' | 'ISO8859_1' | 'NONE';
}
