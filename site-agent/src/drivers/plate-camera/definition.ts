import { cameraKind } from '../../features/lane/plates/camera-kind.ts';
import { defineDriver } from '../define-driver.ts';
import { plateCameraFields } from './config.ts';

/** A camera that posts plates over HTTP: Hikvision, Axis or Plate Recognizer (docs/site-devices.md#plate-cameras). */
export const plateCamera = defineDriver({
  kind: cameraKind,
  name: 'plate-camera',
  fields: plateCameraFields,
  async create(config) {
    const { PushCamera } = await import('./plate-camera.ts');
    return new PushCamera(config);
  },
});
