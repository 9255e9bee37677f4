export type CameraFormat = 'hikvision' | 'axis' | 'plate-recognizer';

export interface SeenCar {
  /** Names the car: UUID, car id, or part of the time. */
  number: number;
  plate: string;
  /** From 0 to 1. */
  score: number;
  /** The state, two letters. */
  region: string;
  /** When the camera took the picture, by its own clock. */
  at: Date;
  state: 'new' | 'update' | 'lost';
}

export interface CameraPost {
  type: string;
  body: Buffer;
}

const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(120_000, 0x55), Buffer.from([0xff, 0xd9])]);

/** Returns what a camera posts for a car. */
export function carPost(format: CameraFormat, car: SeenCar, pictures: boolean): CameraPost {
  const text = documentOf(format, car);
  const type = format === 'hikvision' ? 'application/xml; charset="UTF-8"' : 'application/json';
  if (!pictures) return { type, body: Buffer.from(text) };
  if (format === 'plate-recognizer')
    return form([
      { name: 'json', text },
      { name: 'upload', file: 'camera-1.jpg' },
    ]);
  if (format === 'axis')
    return form([
      { name: 'event', text, type },
      { name: 'image', file: 'plate.jpg' },
    ]);
  const xml = { name: 'anpr.xml', file: 'anpr.xml', text, type };
  return form([
    xml,
    { name: 'licensePlatePicture.jpg', file: 'licensePlatePicture.jpg' },
    { name: 'detectionPicture.jpg', file: 'detectionPicture.jpg' },
  ]);
}

/** Returns what a camera posts while it sees no car. */
export function alivePost(format: CameraFormat, at: Date): CameraPost {
  if (format === 'hikvision') {
    return { type: 'application/xml', body: Buffer.from(alert(at, '<eventType>heartBeat</eventType><eventState>active</eventState>')) };
  }
  const hook = { hook: { id: 'camera-1', event: 'heartbeat' }, data: { camera_id: 'camera-1', timestamp: at.toISOString() } };
  const body = format === 'axis' ? { keepAlive: '1', capture_timestamp: String(at.getTime()) } : hook;
  return { type: 'application/json', body: Buffer.from(JSON.stringify(body)) };
}

function documentOf(format: CameraFormat, { number, plate, score, region, at, state }: SeenCar): string {
  switch (format) {
    case 'hikvision': {
      const anpr = `<licensePlate>${plate}</licensePlate><line>1</line><direction>forward</direction><confidenceLevel>${Math.round(score * 100)}</confidenceLevel>`;
      const uuid = `5b1d0f4e-0000-4000-8000-${String(number).padStart(12, '0')}`;
      return alert(
        at,
        `<activePostCount>1</activePostCount><eventType>ANPR</eventType><eventState>active</eventState><ANPR><country>0</country>${anpr}<plateType>unknown</plateType></ANPR><UUID>${uuid}</UUID><picNum>2</picNum>`,
      );
    }
    case 'axis':
      return JSON.stringify({
        packetCounter: '13046',
        carID: String(number),
        carState: state,
        roiID: '1',
        plateText: plate,
        plateASCII: plate,
        plateUTF8: plate,
        plateConfidence: score.toFixed(6),
        plateCountry: 'USA',
        plateRegionCode: region,
        carMoveDirection: 'in',
        capture_timestamp: String(at.getTime()),
        plateCoordinates: [519, 633, 141, 42],
        sensorProviderID: 'LANE1',
        camera_info: { SerialNumber: 'B8A44F000000', ProdShortName: 'AXIS Q1805-LE', MACAddress: '' },
        vehicle_info: { type: 'CAR', view: 'front', color: 'GRAY' },
      });
    case 'plate-recognizer':
      return JSON.stringify({
        hook: { target: 'http://agent', id: 'camera-1', event: 'recognition', filename: 'camera-1.jpg' },
        data: {
          camera_id: 'camera-1',
          timestamp: at.toISOString(),
          results: [
            {
              box: { xmin: 460, ymin: 57, xmax: 557, ymax: 82 },
              plate: plate.toLowerCase(),
              region: { code: `us-${region.toLowerCase()}`, score: 0.71 },
              score,
              candidates: [{ score, plate: plate.toLowerCase() }],
              dscore: 0.74,
              vehicle: { type: 'Sedan', score: 0.81 },
              direction: 225,
            },
          ],
        },
      });
  }
}

const alert = (at: Date, event: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema"><ipAddress>10.0.0.31</ipAddress><portNo>80</portNo><protocol>HTTP</protocol><macAddress>02:00:00:00:00:31</macAddress><channelID>1</channelID><dateTime>${at.toISOString()}</dateTime>${event}</EventNotificationAlert>`;

interface Part {
  name: string;
  file?: string;
  /** A picture if it is missing. */
  text?: string;
  type?: string;
}

/** The boundary begins with dashes, as Hikvision's does. */
const boundary = '---------------------------7e13971310878';

function form(parts: readonly Part[]): CameraPost {
  const body = parts.flatMap(({ name, file, text, type = file === undefined ? undefined : 'image/jpeg' }) => {
    const filename = file === undefined ? '' : `; filename="${file}"`;
    const content = type === undefined ? '' : `Content-Type: ${type}\r\n`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n${content}\r\n`;
    return [Buffer.from(head), text === undefined ? picture : Buffer.from(text), Buffer.from('\r\n')];
  });
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]) };
}
