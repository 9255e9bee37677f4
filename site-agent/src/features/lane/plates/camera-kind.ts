import { z } from 'zod';
import { defineDeviceKind } from '../../../ports/device-kind.ts';
import type { PlateCamera } from '../../../ports/plate-camera.ts';

const lane = z.int().min(1).max(99);

export const cameraKind = defineDeviceKind<PlateCamera>()({
  name: 'camera',
  fields: {
    lane,
    /** For a camera of several lanes: the lane of each of its own lane numbers. */
    lines: z.record(z.string().min(1).max(20), lane).default({}),
    /** The state of a plate for which the camera reports none. */
    state: z
      .string()
      .regex(/^[A-Z]{2}$/, 'use two letters, such as IL')
      .optional(),
    /** From this score on a plate is offered in the redeem screen's box; below it, beside the box. */
    sureFrom: z.number().min(0).max(1).default(0.9),
  },
  laneOf: ({ lane: only, lines }) => (Object.keys(lines).length === 0 ? only : null),
  commands: () => ({}),
});
