import { z } from 'zod';
import { plateOf, scoreOf, stateOf, timeOf, type CameraEvent, type CameraFormat } from './camera-event.ts';

const region = z.object({ code: z.string().optional() });
/** Newer versions nest plate and region in properties. */
const nested = z.object({
  props: z.object({
    plate: z.array(z.object({ value: z.string(), score: z.number().optional() })).default([]),
    region: z.array(z.object({ value: z.string() })).default([]),
  }),
});
const result = z.object({ plate: z.union([z.string(), nested]).nullish(), score: z.number().optional(), region: region.nullish() });
const webhook = z.object({
  hook: z.object({ event: z.string() }),
  data: z.object({ timestamp: z.string().optional(), results: z.array(result).max(50).default([]) }).default({ results: [] }),
});

/** Plate Recognizer Stream: a `recognition` with one result per car. Its cars have no number. */
export const plateRecognizer: CameraFormat = {
  parse(document) {
    const { hook, data } = webhook.parse(JSON.parse(document));
    const at = timeOf(data.timestamp);
    if (hook.event !== 'recognition') return [{ type: 'alive', at }];
    return data.results.map((seen, index) => carOf(seen, { at, time: data.timestamp ?? '', index }));
  },
};

function carOf(seen: z.output<typeof result>, { at, time, index }: { at: number | null; time: string; index: number }): CameraEvent {
  const flat = typeof seen.plate === 'string' ? seen.plate : undefined;
  const props = typeof seen.plate === 'object' ? seen.plate?.props : undefined;
  const [first] = props?.plate ?? [];
  const plate = plateOf(flat ?? first?.value);
  return {
    type: 'car',
    car: `${plate ?? index} ${time}`,
    plate,
    score: scoreOf(first?.score ?? seen.score),
    region: stateOf(seen.region?.code ?? props?.region[0]?.value),
    line: null,
    at,
  };
}
