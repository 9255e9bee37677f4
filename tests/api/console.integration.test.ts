import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { AnsweringSite } from '@washdesk/cloud-api/testing/answering-site';
import { signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { send } from '@washdesk/cloud-api/testing/calls';
import { publicUrl, startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { consoleTicket, listConsoleActions, type ConsoleMessage } from '@washdesk/contracts/system/console';
import { liveTicket } from '@washdesk/contracts/system/live';
import { Role } from '@washdesk/rules/company/roles';
import { until } from '@washdesk/test-support/until';

let cloud: Cloud;
let site: AnsweringSite;
let opened: WebSocket[] = [];

beforeAll(async () => {
  cloud = await startCloud();
  site = await AnsweringSite.at(12, cloud);
  await site.online(cloud);
});
afterEach(() => {
  for (const socket of opened) socket.terminate();
  opened = [];
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
});

const asAdmin = (): Promise<Headers> => signedIn(cloud, { roles: Role.Admin });

async function ticketOf(headers: Headers): Promise<string> {
  const { text } = await send(cloud.url, { method: 'POST', path: consoleTicket.path, headers });
  return consoleTicket.response.parse(JSON.parse(text)).ticket;
}

function connect(path = '/api/socket', origin = publicUrl): WebSocket {
  const socket = new WebSocket(`${cloud.url.replace('http', 'ws')}${path}`, { origin });
  opened.push(socket);
  return socket;
}

/** Opens a console; `run` resolves with the output of a line. */
async function openConsole(headers: Headers) {
  const socket = connect();
  const heard: ConsoleMessage[] = [];
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as ConsoleMessage));
  await once(socket, 'open');
  socket.send(JSON.stringify({ ticket: await ticketOf(headers) }));
  await until('the console is ready', () => heard.find(({ type }) => type === 'ready'));
  let id = 0;
  return {
    socket,
    heard,
    run(line: string) {
      id += 1;
      socket.send(JSON.stringify({ type: 'run', id, line, site: 12 }));
      return until(`the output of ${line}`, () => heard.find((message) => message.type === 'output' && message.id === id));
    },
  };
}

const closing = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [number])[0];

async function codeAfterTicket(path: string, ticket: string): Promise<number> {
  const socket = connect(path);
  await once(socket, 'open');
  socket.send(JSON.stringify({ ticket }));
  return closing(socket);
}

describe('the command console', () => {
  it('runs lines at the site, in order, over one socket', async () => {
    site.answers = { 'agent.ping': () => ({ boot: '019aa000-0000-7000-8000-000000000001' }) };
    const { heard, run } = await openConsole(await asAdmin());
    expect(heard[0]).toEqual({ type: 'ready', prompt: 'DSSC>' });
    expect(await run('ping')).toMatchObject({ ok: true, text: expect.stringMatching(/^The agent of site 12 responded in \d+ ms$/) });
    expect(await run('use 27')).toMatchObject({ ok: true, site: { number: 27, name: 'Merrillville' } });
    expect(await run('sites')).toMatchObject({ ok: true, text: expect.stringContaining('never connected') });
  });

  it('gives tickets to Admins, and is open to the app’s own page only', async () => {
    const manager = await signedIn(cloud, { roles: Role.Admin - 1 });
    expect((await send(cloud.url, { method: 'POST', path: consoleTicket.path, headers: manager })).status).toBe(403);
    expect((await send(cloud.url, { method: 'POST', path: consoleTicket.path })).status).toBe(401);
    const [error] = (await once(connect('/api/socket', 'https://evil.test'), 'error')) as [Error];
    expect(error.message).toContain('401');
  });

  it('takes a ticket once, and none of a live socket; its tickets open no live socket', async () => {
    const headers = await asAdmin();
    const ticket = await ticketOf(headers);
    expect(await codeAfterTicket('/api/live', ticket)).toBe(4401);
    expect(await codeAfterTicket('/api/socket', ticket)).toBe(4401);
    const { text } = await send(cloud.url, { method: 'POST', path: liveTicket.path, headers, body: '{"topic":"gate"}' });
    expect(await codeAfterTicket('/api/socket', liveTicket.response.parse(JSON.parse(text)).ticket)).toBe(4401);
    expect((await send(cloud.url, { method: 'POST', path: liveTicket.path, headers, body: '{"topic":"console"}' })).status).toBe(400);
  });

  it('reads the roles anew for every line', async () => {
    const { run } = await openConsole(await asAdmin());
    expect(await run('sites')).toMatchObject({ ok: true });
    await cloud.database.db.updateTable('session').set({ roles: Role.SalesManager }).where('roles', '=', Role.Admin).execute();
    expect(await run('sites')).toMatchObject({ ok: false, text: expect.stringContaining('permission') });
  });

  it('ends with its session: by signing out at once, otherwise with the next line', async () => {
    const headers = await asAdmin();
    const [, claims = ''] = headers['authorization']!.split('.');
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string };
    const { socket } = await openConsole(headers);
    const closed = closing(socket);
    await send(cloud.url, { method: 'DELETE', path: `/auth/refreshtoken/${sid}?signOut=yes`, headers });
    expect(await closed).toBe(4403);

    const other = await openConsole(await asAdmin());
    const ended = closing(other.socket);
    await cloud.database.db.updateTable('session').set({ ended: new Date(), ended_why: 'elsewhere' }).where('ended', 'is', null).execute();
    other.socket.send(JSON.stringify({ type: 'run', id: 1, line: 'sites', site: null }));
    expect(await ended).toBe(4403);
  });

  it('ignores what is no line', async () => {
    const { socket, run } = await openConsole(await asAdmin());
    for (const text of ['', 'null', '{"type":"run"}', '{"type":"open","id":1,"line":"x","site":12}', 'sites']) socket.send(text);
    expect(await run('sites')).toMatchObject({ ok: true });
  });
});

it('offers buttons of its own table, with their devices and whether they need a reason', async () => {
  const headers = await signedIn(cloud, { roles: Role.Admin });
  const { text } = await send(cloud.url, { method: 'GET', path: listConsoleActions.path, headers });
  const { actions } = listConsoleActions.response.parse(JSON.parse(text));
  const shown = actions.map(({ button, device, needsReason }) => [button, device, needsReason]);
  expect(shown).toContainEqual(['Open Gate', 'gate', true]);
  expect(shown).toContainEqual(['Reconnect', 'device', true]);
  expect(shown).toContainEqual(['Read Inputs', 'gate', false]);
  expect(shown).toContainEqual(['Restart Agent', null, true]);
});
