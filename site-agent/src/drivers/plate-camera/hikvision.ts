import { xmlValues } from '../xml-values.ts';
import { plateOf, scoreOf, timeOf, type CameraFormat } from './camera-event.ts';

/** Hikvision ISAPI: an `EventNotificationAlert`, alone or as a part of a form. Its other events come to the same address. */
export const hikvision: CameraFormat = {
  parse(document) {
    const { root, values } = xmlValues(document);
    if (root !== 'EventNotificationAlert') throw new Error(`<${root.slice(0, 40)}> instead of <EventNotificationAlert>`);
    const dateTime = values.get('datetime');
    const at = timeOf(dateTime);
    if (values.get('eventtype')?.toUpperCase() !== 'ANPR') return [{ type: 'alive', at }];
    const plate = plateOf(values.get('licenseplate'));
    return [
      {
        type: 'car',
        // older firmware has no UUID
        car: values.get('uuid') ?? `${plate ?? ''} ${dateTime ?? ''}`,
        plate,
        score: scoreOf(values.get('confidencelevel'), { percent: true }),
        region: null,
        line: values.get('line') ?? values.get('laneno') ?? null,
        at,
      },
    ];
  },
};
