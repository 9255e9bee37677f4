import { pino } from 'pino';
import { expect, it } from 'vitest';
import { freePort } from '@washdesk/local-servers/ports';
import { startCameraSimulator } from '@washdesk/simulators/camera/camera-simulator';
import { liveEvent } from '@washdesk/site-protocol/envelope';
import { durableEvents } from '@washdesk/site-protocol/events';
import { deviceStateTopic, eventTopic } from '@washdesk/site-protocol/topics';
import { composeAgent } from './compose.ts';
import { agentConfig } from './config.ts';
import { startTestBroker } from './testing/agent.ts';
import { TestCloud } from './testing/cloud.ts';
import { temporaryFolder } from './testing/support.ts';

const site = 12;
const secret = '0123456789abcdef0123456789abcdef';

it('reports a plate that a camera posts, live, and decides about it in a lane that opens for plates', async () => {
  const [broker, camera, port] = await Promise.all([startTestBroker(site), startCameraSimulator({ format: 'axis' }), freePort()]);
  const cloud = new TestCloud(site);
  await cloud.connect(broker.url, 'cloud', 'cloud');
  const folder = temporaryFolder();
  const config = agentConfig.parse({
    site,
    name: 'Joliet',
    cloud: { url: 'http://127.0.0.1:9', clientId: 'agent-12', clientSecret: 'secret' },
    broker: { url: broker.url, username: 'agent', password: 'agent' },
    commandKeys: { [cloud.kid]: cloud.publicKey },
    journal: `${folder.path}/journal`,
    receiver: { host: '127.0.0.1', port },
    lanes: { autoOpen: [1], autoOpenForPlates: [1] },
    devices: [
      { id: 'north', name: 'North', driver: 'modbus-gate', lane: 1, host: '127.0.0.1', port: 9, coil: 0 },
      {
        id: 'cam1',
        name: 'Lane 1',
        driver: 'plate-camera',
        format: 'axis',
        lane: 1,
        host: '127.0.0.1',
        probePort: camera.port,
        push: { secret },
      },
    ],
  });
  const agent = await composeAgent(config, 'test', pino({ level: 'silent' }));
  agent.start();
  await cloud.until(({ topic, message }) => {
    return topic === deviceStateTopic(site, 'cam1') && (message as { health: string }).health === 'online';
  });

  camera.aim(`http://127.0.0.1:${port}/plates/cam1/${secret}`);
  expect(await camera.car({ number: 7, plate: 'wash123', score: 0.95 })).toEqual([200]);
  const { message } = await cloud.until(({ topic }) => topic === eventTopic(site, 'plate', 'cam1'));
  expect(liveEvent.parse(message).payload).toEqual({
    camera: 'cam1',
    car: '7',
    lane: 1,
    plate: 'WASH123-IL',
    score: 0.95,
    sure: true,
  });
  const decision = await cloud.until(({ topic }) => topic === eventTopic(site, 'decision', 'cam1'));
  expect(liveEvent.parse(decision.message).payload).toMatchObject({ lane: 1, code: 'WASH123-IL', reason: 'roster-too-old', command: null });
  const trace = await cloud.until(({ topic }) => topic === eventTopic(site, 'trace', 'north'));
  const { code, outcome, hops } = durableEvents.trace.parse((trace.message as { payload: unknown }).payload);
  expect([code, outcome]).toEqual(['WASH123-IL', 'not-opened']);
  expect(hops.map(({ detail }) => detail)).toEqual([
    'The camera read the plate with score 0.95',
    'The score is at least 0.9',
    'The site’s roster doesn’t have this code',
    'The site’s roster is too old to decide',
  ]);

  await agent.stop();
  await Promise.all([cloud.close(), camera.stop()]);
  await broker.stop();
  folder.remove();
});
