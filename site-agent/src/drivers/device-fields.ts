import { z } from 'zod';

/** Fields of every device in the agent's YAML file. The id becomes a segment of MQTT topics. */
export const deviceFields = {
  id: z.string().regex(/^[a-z0-9_-]{1,40}$/, 'use small letters, digits, - and _'),
  name: z.string().trim().min(1).max(60),
};

/** Address of a device on the site's network. */
export const networkFields = {
  host: z.string().trim().min(1),
  port: z.int().min(1).max(65_535),
};
