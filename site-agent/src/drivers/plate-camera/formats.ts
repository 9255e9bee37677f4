import { axis } from './axis.ts';
import type { CameraFormat } from './camera-event.ts';
import type { PlateCameraConfig } from './config.ts';
import { hikvision } from './hikvision.ts';
import { plateRecognizer } from './plate-recognizer.ts';

export const cameraFormats: Record<PlateCameraConfig['format'], CameraFormat> = {
  hikvision,
  axis,
  'plate-recognizer': plateRecognizer,
};
