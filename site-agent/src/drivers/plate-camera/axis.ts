import { z } from 'zod';
import { plateOf, scoreOf, stateOf, type CameraFormat } from './camera-event.ts';

/** All numbers are texts. */
const push = z.object({
  carID: z.string().optional(),
  carState: z.string().optional(),
  plateText: z.string().optional(),
  plateASCII: z.string().optional(),
  plateConfidence: z.string().optional(),
  plateRegionCode: z.string().optional(),
  roiID: z.string().optional(),
  capture_timestamp: z.string().optional(),
  /** Plate Recognizer's: its posts are no keep-alives of an Axis camera. */
  hook: z.never().optional(),
});

/** Axis License Plate Verifier: one car is `new`, perhaps `update` with another plate, then `lost`. */
export const axis: CameraFormat = {
  parse(document) {
    const { carID: car, carState, capture_timestamp: captured, ...seen } = push.parse(JSON.parse(document));
    const at = captured !== undefined && /^\d{10,15}$/u.test(captured) ? Number(captured) : null;
    if (car === undefined || carState === undefined) return [{ type: 'alive', at }];
    if (carState === 'lost') return [{ type: 'gone', car, at }];
    const plate = plateOf(seen.plateASCII ?? seen.plateText);
    const score = scoreOf(seen.plateConfidence);
    return [{ type: 'car', car, plate, score, region: stateOf(seen.plateRegionCode), line: seen.roiID ?? null, at }];
  },
};
