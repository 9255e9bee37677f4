import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedIn } from '@washdesk/cloud-api/testing/callers';
import { send } from '@washdesk/cloud-api/testing/calls';
import { startTestEnvironment, type TestEnvironment } from '@washdesk/cloud-api/testing/cloud';
import { listLaneTraces } from '@washdesk/contracts/lane/trace';
import { Role } from '@washdesk/rules/company/roles';
import { startGateSimulator, wiring, type GateSimulator } from '@washdesk/simulators/gate/gate-simulator';
import { startAgentProcess, startRosterServer, type AgentProcess, type TestRosterServer } from '@washdesk/site-agent/testing/agent';
import { temporaryFolder, writeConfig } from '@washdesk/site-agent/testing/support';
import { until } from '@washdesk/test-support/until';
import { agentConfig } from '../faults/sites/agent-config.ts';
import { logLines, startProgram, type Program } from './program.ts';

const folder = temporaryFolder();
let around: TestEnvironment;
let members: TestRosterServer;
let gate: GateSimulator;
let cloud: Program;
let agent: AgentProcess;

beforeAll(async () => {
  [around, members, gate] = await Promise.all([startTestEnvironment(), startRosterServer(), startGateSimulator()]);
  cloud = await startProgram(around.settings);
  const north = {
    id: 'north',
    name: 'North',
    driver: 'modbus-gate',
    host: '127.0.0.1',
    port: gate.port,
    lane: 1,
    timedPulse: true,
  } as const;
  agent = startAgentProcess(
    writeConfig(folder.path, {
      ...agentConfig(around.settings, 12),
      cloud: { url: members.url, clientId: 'agent-12', clientSecret: 'secret' },
      journal: `${folder.path}/journal`,
      devices: [{ ...north, cooldownMs: 0, ...wiring(0) }],
    }),
  );
  await agent.ready();
});
afterAll(async () => {
  await agent.stop();
  cloud.signal('SIGTERM');
  await cloud.ended;
  await Promise.all([gate.stop(), members.stop()]);
  await around.stop();
  folder.remove();
});

/** Presses Open Gate as a browser does, and returns the id of the request as the cloud knows it. */
async function press(browserId: string) {
  const headers = { ...(await signedIn(around, { roles: Role.Cashier })), 'x-request-id': browserId };
  const body = JSON.stringify({ commandId: randomUUID() });
  const answer = await send(cloud.url, { method: 'POST', path: '/gate/north/open', headers, body });
  return { browserId, text: answer.text, requestId: answer.headers.get('x-request-id')! };
}

/** Waits for the line of a log about this request. */
const lineOf = (printed: () => string, requestId: string, msg: string) =>
  until(`"${msg}" of the request`, () => logLines(printed()).find((line) => line['requestId'] === requestId && line['msg'] === msg));

it('of the browser is in the logs of the cloud and of the site, down to the relay, and in the trace', async () => {
  const { browserId, requestId } = await until('the gate opens', async () => {
    const pressed = await press(randomUUID());
    return pressed.text.includes('"result":"opened"') ? pressed : null;
  });
  expect(requestId.startsWith(`${browserId}.`)).toBe(true);
  expect(await lineOf(cloud.printed, requestId, 'Request')).toMatchObject({ route: '/gate/{host}/open', status: 200 });
  const ended = await lineOf(() => agent.output(), requestId, 'Gate command ended');
  expect(ended).toMatchObject({ gate: 'north', outcome: 'opened' });
  expect(ended['steps']).toContainEqual(expect.stringMatching(/^relay at .* ms: The board acknowledged the order$/));

  const manager = await signedIn(around, { roles: Role.SalesManager });
  const path = `/lane/traces?id=${String(ended['command'])}`;
  const traces = await until('the trace is stored', async () => {
    const { text } = await send(cloud.url, { method: 'GET', path, headers: manager });
    const found = listLaneTraces.response.parse(JSON.parse(text)).traces;
    return found.some(({ hops }) => hops.some(({ step }) => step === 'relay')) ? found : null;
  });
  expect(traces.map((trace) => trace.requestId)).toEqual([requestId]);
});

it('is in the lines about a command that fails', async () => {
  await gate.behave({ mute: true });
  const { text, requestId } = await press('gate-that-is-mute');
  expect(text).toContain('"result":"rejected"');
  expect(await lineOf(() => agent.output(), requestId, 'A command ended without a result')).toMatchObject({ code: 'unavailable' });
});
