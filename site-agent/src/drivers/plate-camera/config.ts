import { z } from 'zod';
import { networkFields, pushSecret, type deviceFields } from '../device-fields.ts';

export const plateCameraFields = {
  /** What it posts: Hikvision ISAPI, Axis License Plate Verifier, or the webhook of Plate Recognizer Stream. */
  format: z.enum(['hikvision', 'axis', 'plate-recognizer']),
  /** The camera’s address: only this one may post. */
  host: z.union([z.ipv4(), z.ipv6()], 'use the camera’s IP address'),
  /** The end of the path that it posts to, `/plates/<id>/<secret>`: `{ secret }` or `{ secretFile }`. */
  push: pushSecret,
  /** A port that it accepts connections on, for its health; null if it has none. Default: 80, none for Plate Recognizer. */
  probePort: networkFields.port.nullable().optional(),
  /** Interval of its keep-alive posts, if it sends some: three missing ones are a fault. */
  keepAliveSeconds: z.int().min(1).max(3_600).optional(),
};

export type PlateCameraConfig = z.output<z.ZodObject<typeof plateCameraFields & Pick<typeof deviceFields, 'id'>>>;
