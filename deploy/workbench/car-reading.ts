/** What reads the car: the tag reader in every lane, the plate camera in lane 1 only. Null: the cashier types the plate. */
export type CarReading =
  | { readonly by: 'rfid'; readonly action: 'tag'; readonly body: { readonly tag: string; readonly antenna: number } }
  | { readonly by: 'camera'; readonly action: 'car'; readonly body: { readonly plate: string; readonly region: string } }
  | null;

const cameraLane = 1;

const isTag = (code: string): boolean => /^\d{1,10}\+\d{1,10}$/.test(code);

/** @throws Error for a code that is neither a tag nor a plate with its state */
export function readingOf(code: string, lane: number): CarReading {
  if (isTag(code)) return { by: 'rfid', action: 'tag', body: { tag: code, antenna: lane } };
  const [, plate, region] = /^([A-Z0-9]{2,10})-([A-Z]{2})$/.exec(code) ?? [];
  if (plate === undefined || region === undefined) throw new Error(`Not a plate with its state or a tag: ${code}`);
  return lane === cameraLane ? { by: 'camera', action: 'car', body: { plate, region } } : null;
}
