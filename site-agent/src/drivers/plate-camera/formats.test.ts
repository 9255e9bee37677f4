import { describe, expect, it } from 'vitest';
import { cameraFormats } from './formats.ts';

describe('Hikvision', () => {
  const { parse } = cameraFormats.hikvision;
  const alert = (anpr: string, more = '', type = 'ANPR') =>
    `<?xml version="1.0" encoding="utf-8"?>\n<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">` +
    `<dateTime>2026-11-25T11:03:11-06:00</dateTime><activePostCount>1</activePostCount><eventType>${type}</eventType>` +
    `<ANPR><country>0</country>${anpr}<line>2</line><direction>forward</direction></ANPR>${more}</EventNotificationAlert>`;
  const at = Date.parse('2026-11-25T17:03:11Z');
  const uuid = '<UUID>5b1d0f4e-0000-4000-8000-000000000001</UUID>';

  it('is read with plate, score, line, time and id', () => {
    expect(parse(alert('<licensePlate>wash123</licensePlate><confidenceLevel>91</confidenceLevel>', uuid))).toEqual([
      { type: 'car', car: '5b1d0f4e-0000-4000-8000-000000000001', plate: 'WASH123', score: 0.91, region: null, line: '2', at },
    ]);
  });

  it('of older firmware is named by plate and time', () => {
    expect(parse(alert('<licensePlate>WASH123</licensePlate>'))).toMatchObject([{ car: 'WASH123 2026-11-25T11:03:11-06:00', score: 0 }]);
  });

  it.each(['unknown', 'noPlate', ''])('with the plate %j is a car without a legible plate', (plate) => {
    expect(parse(alert(`<licensePlate>${plate}</licensePlate>`, uuid))).toMatchObject([{ type: 'car', plate: null }]);
  });

  it.each(['videoloss', 'VMD', 'heartBeat'])('is alive by its event %s', (type) => {
    expect(parse(alert('', '', type))).toEqual([{ type: 'alive', at }]);
  });

  it.each(['<ResponseStatus/>', '{"plate":"A"}', '<EventNotificationAlert>'])('is not %s', (document) => {
    expect(() => parse(document)).toThrow();
  });
});

describe('Axis', () => {
  const { parse } = cameraFormats.axis;
  const push = (changes: object = {}) =>
    JSON.stringify({
      packetCounter: '13046',
      carID: '1327',
      carState: 'update',
      roiID: '1',
      plateText: 'WASH123',
      plateASCII: 'WASH123',
      plateConfidence: '0.868800',
      plateRegionCode: 'IL',
      datetime: '20261125 110311204',
      capture_timestamp: '1795626191204',
      camera_info: { SerialNumber: 'B8A44F000000' },
      ...changes,
    });

  it('is read with its texts as numbers', () => {
    const car = { type: 'car', car: '1327', plate: 'WASH123', score: 0.8688, region: 'IL', line: '1', at: 1_795_626_191_204 };
    expect(parse(push())).toEqual([car]);
  });

  it('loses a car, and is alive by its other posts', () => {
    expect(parse(push({ carState: 'lost' }))).toEqual([{ type: 'gone', car: '1327', at: 1_795_626_191_204 }]);
    expect(parse('{"keepAlive":"1"}')).toEqual([{ type: 'alive', at: null }]);
  });

  it.each([
    [{ plateConfidence: 'high' }, { score: 0 }],
    [{ plateConfidence: '86' }, { score: 0 }],
    [{ plateRegionCode: '' }, { region: null }],
    [{ plateASCII: '', plateText: '' }, { plate: null }],
    [{ capture_timestamp: 'now' }, { at: null }],
  ])('with %j is %j', (changes, event) => {
    expect(parse(push(changes))).toMatchObject([event]);
  });
});

describe('Plate Recognizer', () => {
  const { parse } = cameraFormats['plate-recognizer'];
  const webhook = (results: object[], event = 'recognition') =>
    JSON.stringify({ hook: { target: 'http://10.0.0.5', id: 'camera-1', event }, data: { camera_id: 'camera-1', timestamp, results } });
  const timestamp = '2026-11-25T17:03:11.204000Z';
  const at = Date.parse(timestamp);
  const flat = { plate: 'wash123', region: { code: 'us-il', score: 0.71 }, score: 0.903, dscore: 0.74, direction: 225 };
  const nested = {
    plate: { type: 'Plate', score: 0.8, props: { plate: [{ value: 'wash456', score: 0.95 }], region: [{ value: 'us-wi', score: 0.7 }] } },
  };

  it('is read with each car, flat and nested', () => {
    const common = { type: 'car', line: null, at };
    expect(parse(webhook([flat, nested]))).toEqual([
      { ...common, car: `WASH123 ${timestamp}`, plate: 'WASH123', score: 0.903, region: 'IL' },
      { ...common, car: `WASH456 ${timestamp}`, plate: 'WASH456', score: 0.95, region: 'WI' },
    ]);
  });

  it('sees cars without a plate', () => {
    expect(parse(webhook([{ plate: null, vehicle: { type: 'Sedan' } }]))).toMatchObject([{ plate: null, car: `0 ${timestamp}` }]);
  });

  it.each(['heartbeat', 'dwell_time', 'video_file'])('is alive by its hook %s', (event) => {
    expect(parse(webhook([flat], event))).toEqual([{ type: 'alive', at }]);
  });

  it.each(['{}', '[]', '<xml/>', '{"hook":{"event":"recognition"},"data":{"results":"none"}}'])('is not %s', (document) => {
    expect(() => parse(document)).toThrow();
  });
});
