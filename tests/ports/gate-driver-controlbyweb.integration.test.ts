import { describe, expect, it } from 'vitest';
import {
  startControlByWebSimulator,
  webWashInUseInput,
  webWiring,
  type ControlByWebSimulator,
  type ControlByWebSimulatorOptions,
  type WebBoardOverride,
} from '@washdesk/simulators/controlbyweb/controlbyweb-simulator';
import { controlByWebGate } from '@washdesk/site-agent/drivers/controlbyweb-gate/definition';
import { DeviceUnavailable } from '@washdesk/site-agent/ports/device';
import { WriteDeadline } from '@washdesk/site-agent/ports/write-deadline';
import { holdSuite } from './gate-hold-suite.ts';
import { aloneSuite, gateBench, gateOf, gateSuite, openedByInput, pulseMs } from './gate-suite.ts';
import { until } from './until.ts';

const webBench = () =>
  gateBench<ControlByWebSimulator, ControlByWebSimulatorOptions>({
    start: startControlByWebSimulator,
    create(device, changes) {
      const address = { driver: 'controlbyweb-gate', host: '127.0.0.1', port: device.port };
      const gate = { id: 'north', name: 'North', lane: 1, pulseMs, ...webWiring(0), confirmMs: 900 };
      return controlByWebGate.create(controlByWebGate.config.parse({ ...address, ...gate, ...changes }));
    },
  });

describe.concurrent('gate driver: ControlByWeb', () => {
  const bench = webBench();
  const { startDevice, startDriver, startReady } = bench;

  gateSuite(bench, (device, listener) =>
    device.override((_, honest) => {
      listener();
      return honest;
    }),
  );

  holdSuite(bench, { ...webWiring(0).inputs, washInUse: webWashInUseInput(0) });

  const isWrite = (url: URL): boolean => url.search !== '' && !url.search.endsWith('State=0');
  const writesOf = (device: ControlByWebSimulator): string[] => device.state().requests.filter((request) => request.includes('?'));

  it('asks the board for one timed pulse, each request on a connection of its own', async () => {
    const device = await startDevice();
    const driver = await startReady(device, { inputs: {} });

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'opened', evidence: 'relay' });
    expect(writesOf(device)).toEqual(['GET /state.xml?relay1State=0', 'GET /state.xml?relay1State=2&pulseTime1=0.5']);
    await until('no connection is kept', () => device.state().connections === 0);
  });

  it('switches on and off where the board does not support its timed pulse', async () => {
    const device = await startDevice({ board: { timedPulses: false } });
    const driver = await startReady(device, { inputs: {} });

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'opened', evidence: 'relay' });
    await until('the relay is off again', () => !gateOf(device).coil);
    expect(writesOf(device).slice(1)).toEqual([
      'GET /state.xml?relay1State=2&pulseTime1=0.5',
      'GET /state.xml?relay1State=1',
      'GET /state.xml?relay1State=0',
    ]);
    expect(gateOf(device).pulses).toBe(1);
  });

  it('does not switch on behind a timed pulse that was not answered in time', async () => {
    const device = await startDevice();
    const driver = await startReady(device, { inputs: {} });
    await device.behave({ muteWrites: true });

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'unconfirmed', reason: 'write-unanswered' });
    expect(writesOf(device)).toHaveLength(2);
  });

  it('presents the password, and names a wrong and a missing one', async () => {
    const device = await startDevice({ board: { password: 'webrelay' } });
    const right = await startReady(device, { login: { user: 'none', password: 'webrelay' } });
    expect(await right.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });

    const wrong = await startDriver(device, { login: { user: 'none', password: 'x' } });
    await until('its health names it', () => wrong.health().problem?.includes("it rejects the user or the password; check 'login'"));
    const missing = await startDriver(device);
    await until('its health names it', () => missing.health().problem?.includes("it requires a user and a password; set 'login'"));
    await expect(missing.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
  });

  it('is unavailable, with nothing written, when the password is changed before an opening', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    device.override((url, honest) => (isWrite(url) ? { status: 401, headers: {}, body: '' } : honest));
    await device.behave({ ignoreWrites: true });

    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
    await until('its health names it', () => driver.health().problem?.endsWith('the last command: wrong password'));
  });

  it.each<[string, WebBoardOverride]>([
    ['a redirect, which is not followed', () => ({ status: 302, headers: { Location: '/state.xml?relay1State=2' }, body: '' })],
    ['a page that is not XML', () => ({ status: 200, headers: {}, body: '<html><br>OK</html>' })],
    ['a failure of its own', () => ({ status: 500, headers: {}, body: '' })],
    ['something other than HTTP', () => '<datavalues><relay1state>1</relay1state></datavalues>'],
  ])('says unconfirmed of a write that was answered with %s, and writes no second one', async (_what, lie) => {
    const device = await startDevice();
    const driver = await startReady(device, { inputs: {} });
    device.override((url, honest) => (isWrite(url) ? lie(url, honest) : honest));

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'unconfirmed', reason: 'write-answered-wrongly' });
    await until('its health names it', () => driver.health().status === 'faulty');
    expect(gateOf(device).pulses).toBe(1);
  });

  it.each<[string, WebBoardOverride, string]>([
    ['a redirect', () => ({ status: 302, headers: { Location: 'http://127.0.0.1:1/' }, body: '' }), 'it redirects to another page'],
    ['no such page', () => ({ status: 404, headers: {}, body: '' }), 'it doesn’t have the page /state.xml (404)'],
    ['another status', () => ({ status: 503, headers: {}, body: '' }), 'it responds with status 503'],
    ['XML of another family', () => page('<relay1>0</relay1>'), 'it sent an unexpected page (no <relay1state>)'],
    ['broken XML', () => page('<relay1state>0'), 'it sent an unexpected page'],
    ['a page without end', () => page(' '.repeat(100_000)), 'a response of more than 32768 bytes'],
    ['no HTTP at all', () => '<datavalues/>', 'it responds, but not in HTTP'],
    ['a shorter page than announced', () => ({ status: 200, headers: { 'Content-Length': '900' }, body: '<' }), 'the response ended early'],
  ])('names a board that answers reads with %s, with its address, and writes nothing', async (_what, lie, words) => {
    const device = await startDevice();
    const driver = await startReady(device);
    device.override((url, honest) => (url.search === '' ? lie(url, honest) : honest));

    await until('its health names it', () => driver.health().problem?.includes(`127.0.0.1:${device.port}: ${words}`));
    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
    expect(gateOf(device).pulses).toBe(0);

    device.override(undefined);
    await until('the driver is ready again', () => driver.health().status === 'ready');
  });
});

describe('gate driver: ControlByWeb, alone', () => {
  aloneSuite(webBench(), { pulsed: openedByInput });
});

function page(values: string) {
  return { status: 200, headers: {}, body: `<?xml version="1.0"?><datavalues>${values}</datavalues>` };
}
