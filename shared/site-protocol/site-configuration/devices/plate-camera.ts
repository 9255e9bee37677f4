import { z } from 'zod';
import { laneNumber, networkFields } from '../device-fields.ts';
import { secretName } from '../secret-name.ts';

export const cameraFields = {
  lane: laneNumber,
  lines: z
    .record(z.string().min(1).max(20), laneNumber)
    .default({})
    .meta({ title: 'Lines', description: 'For a camera of several lanes: the lane of each of its own lane numbers' }),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'use two letters, such as IL')
    .optional()
    .meta({ title: 'State', description: 'The state of a plate for which the camera reports none' }),
  sureFrom: z.number().min(0).max(1).default(0.9).meta({
    title: 'Sure from',
    description: 'From this score on a plate is offered in the redeem screen’s box; below it, beside the box',
  }),
};

export const plateCameraFields = {
  format: z.enum(['hikvision', 'axis', 'plate-recognizer']).meta({
    title: 'Format',
    description: 'What it posts: Hikvision ISAPI, Axis License Plate Verifier, or the webhook of Plate Recognizer Stream',
  }),
  host: z
    .union([z.ipv4(), z.ipv6()], 'use the camera’s IP address')
    .meta({ title: 'Host', description: 'The camera’s IP address: only this one may post' }),
  push: z
    .strictObject({
      pathSecret: secretName.meta({
        title: 'Secret',
        description: 'Name of the secret with 32 hex digits, as openssl rand -hex 16 prints',
      }),
    })
    .meta({ title: 'Push', description: 'The end of the path that it posts to, /plates/<id>/<secret>' }),
  probePort: networkFields.port.nullable().optional().meta({
    title: 'Probe port',
    description: 'A port that it accepts connections on, for its health; null if it has none. Default: 80, none for Plate Recognizer',
  }),
  keepAliveSeconds: z
    .int()
    .min(1)
    .max(3_600)
    .optional()
    .meta({ title: 'Keep-alive (s)', description: 'Interval of its keep-alive posts, if it sends some: three missing ones are a fault' }),
};
