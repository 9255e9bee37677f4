import { cameraFields } from '@washdesk/site-protocol/site-configuration/devices/plate-camera';
import { defineDeviceKind } from '../../../ports/device-kind.ts';
import type { PlateCamera } from '../../../ports/plate-camera.ts';

export const cameraKind = defineDeviceKind<PlateCamera>()({
  name: 'camera',
  fields: cameraFields,
  laneOf: ({ lane: only, lines }) => (Object.keys(lines).length === 0 ? only : null),
  commands: () => ({}),
});
