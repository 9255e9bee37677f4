import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { carPost, type CameraFormat } from '@washdesk/simulators/camera/camera-posts';
import { startCameraSimulator, type CameraSimulator } from '@washdesk/simulators/camera/camera-simulator';
import { plateCamera } from '@washdesk/site-agent/drivers/plate-camera/definition';
import type { PlateCamera, PlateRead } from '@washdesk/site-agent/ports/plate-camera';
import { PushReceiver } from '@washdesk/site-agent/transports/push-receiver';
import { until } from './until.ts';

const secret = '0123456789abcdef0123456789abcdef';
const run = promisify(execFile);

const running: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const part of running.splice(0).toReversed()) await part.stop();
});

interface Site {
  device: CameraSimulator;
  camera: PlateCamera;
  reads: PlateRead[];
  url: string;
}

async function startCamera(format: CameraFormat, changes: object = {}): Promise<Site> {
  const device = await startCameraSimulator({ format });
  const config = { id: 'lane1', name: 'Lane 1', driver: 'plate-camera', format, lane: 1, host: '127.0.0.1', push: { secret } };
  const camera = await plateCamera.create(plateCamera.config.parse({ ...config, probePort: device.port, ...changes }));
  const reads: PlateRead[] = [];
  camera.onPlate((read) => reads.push(read));
  const receiver = new PushReceiver({
    host: '127.0.0.1',
    port: 0,
    routes: [
      {
        path: '/plates/lane1',
        ...camera.source,
        take: (documents) => camera.take(documents),
        report: (problem) => camera.report(problem),
      },
    ],
  });
  running.push(device, camera, receiver);
  camera.start();
  receiver.start();
  await until('the receiver listens', () => receiver.port);
  await until('the camera is reached', () => camera.health().status !== 'connecting');
  const url = `http://127.0.0.1:${receiver.port}/plates/lane1/${secret}`;
  device.aim(url);
  return { device, camera, reads, url };
}

const formats = ['hikvision', 'axis', 'plate-recognizer'] as const;

describe.each(formats)('plate camera: %s', (format) => {
  it.each([true, false])('tells a car with plate and score, with pictures: %s', async (pictures) => {
    const { device, camera, reads } = await startCamera(format);
    await device.behave({ pictures });

    expect(await device.car()).toEqual([200]);
    const [read] = await until('the car', () => reads[0] && reads);
    expect(read).toMatchObject({ camera: 'lane1', plate: 'WASH123', score: 0.91, region: format === 'hikvision' ? null : 'IL' });
    expect(camera.health()).toEqual({ status: 'ready' });
  });

  it('tells one car once, however often it is sent', async () => {
    const { device, reads } = await startCamera(format);
    await device.behave({ times: 20 });
    await device.car();
    await device.behave({ times: 1 });
    await device.car({ number: 2, plate: 'NEXT1' });
    await until('the next car', () => reads.at(-1)?.plate === 'NEXT1');
    expect(reads.map(({ plate }) => plate)).toEqual(['WASH123', 'NEXT1']);
  });

  it.each([0, 3_600_000, -86_400_000])(
    'marks the cars of a cut, which it sends afterwards, as old, with a clock that is %i ms ahead',
    async (clockAheadMs) => {
      const { device, reads } = await startCamera(format);
      await device.behave({ clockAheadMs });
      await device.car({ number: 1, plate: 'FIRST1' });
      await device.behave({ cut: true });
      await device.car({ number: 2, plate: 'GONE1', agedMs: 600_000 });
      await device.car({ number: 3, plate: 'GONE2', agedMs: 60_000 });
      await device.behave({ cut: false });
      await device.car({ number: 4, plate: 'NEXT1' });
      await until('the next car', () => reads.at(-1)?.plate === 'NEXT1');
      const marked = reads.map(({ plate, isOld }) => [plate, isOld]);
      expect(marked).toEqual([
        ['FIRST1', false],
        ['GONE1', true],
        ['GONE2', true],
        ['NEXT1', false],
      ]);
    },
  );

  it('sees a car without a legible plate', async () => {
    const { device, reads } = await startCamera(format);
    await device.car({ plate: 'unknown' });
    expect(await until('the car', () => reads[0])).toMatchObject({ plate: null });
  });

  it('is alive by its other events, which are no cars', async () => {
    const { device, camera, reads } = await startCamera(format);
    expect(await device.alive()).toEqual([200]);
    expect(reads).toEqual([]);
    expect(camera.health()).toEqual({ status: 'ready' });
  });

  it('names posts of another format, and recovers', async () => {
    const { device, camera, reads } = await startCamera(format);
    const other = formats[(formats.indexOf(format) + 1) % formats.length]!;
    const car = { number: 1, plate: 'WASH123', score: 0.9, region: 'IL', at: new Date(), state: 'new' } as const;
    expect(await device.post(carPost(other, car, true))).toEqual([200]);
    await until('its health names it', () => camera.health().problem?.includes(`isn’t of the format ${format}`));
    expect(camera.health().problem).not.toContain('"code"');
    expect(reads).toEqual([]);
    await device.car();
    await until('the car', () => reads.length === 1);
    expect(camera.health()).toEqual({ status: 'ready' });
  });

  it('names a post of 9 MB and a damaged one', async () => {
    const { device, camera, reads } = await startCamera(format);
    expect(await device.post({ type: 'application/json', body: Buffer.alloc(9 * 1024 * 1024) })).toEqual([413]);
    expect(camera.health().problem).toContain('it posts more than 8 MB');
    const { type, body } = carPost(format, { number: 1, plate: 'A1', score: 1, region: 'IL', at: new Date(), state: 'new' }, true);
    expect(await device.post({ type, body: body.subarray(0, body.length / 2) })).toEqual([200]);
    await until('its health names it', () => camera.health().problem === 'its last post was damaged');
    expect(reads).toEqual([]);
  });

  it('names the wrong secret', async () => {
    const { device, camera, url } = await startCamera(format);
    device.aim(url.replace(secret, 'f'.repeat(32)));
    expect(await device.car()).toEqual([404]);
    expect(camera.health().problem).toBe('it posts to another path than /plates/lane1/<secret>');
    device.aim(url);
    await device.car();
    await until('it is mended', () => camera.health().status === 'ready');
  });

  it('is read as curl posts it', async () => {
    const { reads, url } = await startCamera(format);
    const { type, body } = carPost(format, { number: 9, plate: 'CURL1', score: 0.5, region: 'IL', at: new Date(), state: 'new' }, false);
    const file = join(tmpdir(), `plate-${process.pid}-${format}`);
    writeFileSync(file, body);
    const form = ['-F', format === 'hikvision' ? `anpr.xml=@${file};type=application/xml` : `json=<${file}`];
    const curl = async (...args: string[]): Promise<string> => {
      const { stdout } = await run('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code} %{size_download}', ...args, url]);
      return stdout;
    };
    expect(await curl(...form, '-F', `upload=@${process.execPath};type=image/jpeg`)).toBe('413 0');
    expect(reads).toEqual([]);
    expect(await curl(...form, '-F', `upload=@${file};type=image/jpeg`)).toBe('200 0');
    expect(await curl('-H', `Content-Type: ${type}`, '--data-binary', `@${file}`)).toBe('200 0');
    await until('the car', () => reads.length === 1);
    expect(reads[0]).toMatchObject({ plate: 'CURL1', score: 0.5 });
  });

  it('is offline while it accepts no connection', async () => {
    const { camera } = await startCamera(format, { probePort: 1 });
    expect(camera.health()).toMatchObject({ status: 'offline', problem: expect.stringContaining('127.0.0.1:1') });
  });
});

describe('plate camera: axis', () => {
  it('tells another plate of the same car, and not a less certain one', async () => {
    const { device, reads } = await startCamera('axis');
    await device.car({ number: 7, plate: 'WASH1Z3', score: 0.7 });
    await device.car({ number: 7, plate: 'WASH123', score: 0.8, state: 'update' });
    await device.car({ number: 7, plate: 'WASH123', score: 0.75, state: 'update' });
    await device.car({ number: 7, plate: 'WASH123', score: 0.95, state: 'update' });
    await until('the last update', () => reads.at(-1)?.score === 0.95);
    expect(reads.map(({ car, plate, score }) => [car, plate, score])).toEqual([
      ['7', 'WASH1Z3', 0.7],
      ['7', 'WASH123', 0.8],
      ['7', 'WASH123', 0.95],
    ]);
  });

  it('forgets a lost car, so that its number may name another', async () => {
    const { device, reads } = await startCamera('axis');
    await device.car({ number: 7, agedMs: 3_000 });
    await device.car({ number: 7, state: 'lost', agedMs: 1_000 });
    await device.car({ number: 7, agedMs: 3_000 });
    await device.car({ number: 7, plate: 'WASH123' });
    await until('the other car', () => reads.length === 2);
    expect(reads.map(({ plate }) => plate)).toEqual(['WASH123', 'WASH123']);
  });
});
