import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connectAsync } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { signUp } from '@washdesk/cloud-api/features/members/signatures/sign-up.fixture';
import { cookieOf, enrolTablet, submitSignature } from '@washdesk/cloud-api/features/members/signatures/site.fixture';
import { signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { pathOf, refusal, send } from '@washdesk/cloud-api/testing/calls';
import { publicUrl, startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { redeem, undoRedeem } from '@washdesk/contracts/lane/redeem';
import { liveTicket } from '@washdesk/contracts/system/live';
import { Role } from '@washdesk/rules/company/roles';
import { liveEvents, type LiveEventKind } from '@washdesk/site-protocol/events';
import { eventTopic } from '@washdesk/site-protocol/topics';
import { until } from '@washdesk/test-support/until';

let cloud: Cloud;
let cashier: Headers;
let opened: WebSocket[] = [];

beforeAll(async () => {
  cloud = await startCloud();
  cashier = await signedIn(cloud, { roles: Role.Cashier });
});
afterEach(() => {
  for (const socket of opened) socket.terminate();
  opened = [];
});
afterAll(() => cloud.stop());

async function ticketOf(headers: Headers, body: unknown = { topic: 'gate' }): Promise<string> {
  const { text } = await send(cloud.url, { method: 'POST', path: liveTicket.path, headers, body: JSON.stringify(body) });
  return liveTicket.response.parse(JSON.parse(text)).ticket;
}

/** Opens a socket with a ticket; `heard` contains the received messages, except beats. */
async function listen(ticket: string): Promise<{ socket: WebSocket; heard: unknown[]; beats: unknown[] }> {
  const socket = new WebSocket(`${cloud.url.replace('http', 'ws')}/api/live`, { origin: publicUrl });
  opened.push(socket);
  const heard: unknown[] = [];
  const beats: unknown[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { type: string };
    (message.type === 'beat' ? beats : heard).push(message);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ ticket }));
  return { socket, heard, beats };
}

const reportedAt = '2026-11-21T12:00:00.000Z';

/** Reports an event of site 12 until it is heard: the connection to the sites may still be opening, and live events without a receiver are lost. */
async function report(event: { kind: LiveEventKind; source: string; payload: object }, heard: readonly unknown[]): Promise<void> {
  const agent = await connectAsync(cloud.settings['WASHDESK_BROKER_URL']!, { username: 'cloud', password: 'broker-secret' });
  await until(`the ${event.kind} is reported`, async () => {
    await agent.publishAsync(eventTopic(12, event.kind, event.source), JSON.stringify({ v: 1, site: 12, ...event, at: reportedAt }));
    return heard.find((message) => (message as { type: string }).type === event.kind);
  });
  await agent.endAsync();
}

const closing = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [number])[0];

describe('a live socket', () => {
  it('receives what the session’s site reports, for a ticket from the API', async () => {
    const { heard } = await listen(await ticketOf(cashier));
    const other = await listen(await ticketOf(await signedIn(cloud, { roles: Role.Cashier, site: 27 })));
    await until('both are heard', () => (heard.length && other.heard.length ? true : null));

    const payload = liveEvents.gate.parse({ gate: 'north', relay: true, gateOpen: true, presence: null, merge: null });
    await report({ kind: 'gate', source: 'north', payload }, heard);
    expect(heard).toContainEqual({
      type: 'gate',
      site: 12,
      host: 'north',
      relay: true,
      gateOpen: true,
      presence: null,
      merge: null,
      at: reportedAt,
    });
    expect(other.heard).toEqual([{ type: 'ready' }]);
  });

  it('receives the plates of the site’s cameras', async () => {
    const { heard } = await listen(await ticketOf(cashier, { topic: 'plates' }));
    const payload = liveEvents.plate.parse({ camera: 'cam1', car: '7', lane: 1, plate: 'WASH123-IL', score: 0.95, sure: true });
    await report({ kind: 'plate', source: 'cam1', payload }, heard);
    expect(heard).toContainEqual({ type: 'plate', site: 12, ...payload, at: reportedAt });
  });

  it('of the lane board receives a redeem at a register, and its undo', async () => {
    const { heard } = await listen(await ticketOf(cashier, { topic: 'lanes' }));
    await until('it is heard', () => heard.at(0));
    expect(heard).toEqual([{ type: 'ready' }]);
    const changed = { type: 'changed', site: 12 };
    const headers = { ...cashier, 'idempotency-key': randomUUID() };
    const { text } = await send(cloud.url, { method: 'GET', path: '/dxt/FRESH1-IL?redeem=yes', headers });
    const { usageId } = redeem.response.parse(JSON.parse(text));
    await until('the redeem is heard', () => heard.at(1));
    const undo = await send(cloud.url, { method: 'DELETE', path: pathOf(undoRedeem, { id: usageId ?? '' }), headers: cashier });
    expect(undo.status, undo.text).toBe(200);
    await until('the undo is heard', () => heard.at(2));
    expect(heard).toEqual([{ type: 'ready' }, changed, changed]);
  });

  it('takes a ticket once', async () => {
    const ticket = await ticketOf(cashier);
    const { heard } = await listen(ticket);
    await until('the ticket is taken', () => heard.at(0));
    expect(await closing((await listen(ticket)).socket)).toBe(4401);
    expect(await closing((await listen(randomUUID())).socket)).toBe(4401);
  });

  it('is closed by signing out', async () => {
    const leaving = await signedIn(cloud, { roles: Role.Cashier });
    const { socket, heard } = await listen(await ticketOf(leaving));
    await until('it is heard', () => heard.at(0));
    const [, claims = ''] = leaving['authorization']!.split('.');
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string };
    const closed = closing(socket);
    expect(await send(cloud.url, { method: 'DELETE', path: `/auth/refreshtoken/${sid}`, headers: leaving })).toMatchObject({ status: 200 });
    expect(await closed).toBe(4403);
  });

  it('needs a place to be at', async () => {
    const headers = await signedIn(cloud, { roles: Role.Cashier, site: null });
    const answer = await send(cloud.url, { method: 'POST', path: liveTicket.path, headers, body: '{"topic":"gate"}' });
    expect(refusal(answer).code).toBe('no_location');
  });
});

describe('a tablet’s socket', () => {
  it('hears without a sign-in that an agreement waits at its own terminal, and ends when the tablet is revoked', async () => {
    const admin = await signedIn(cloud, { roles: Role.Admin });
    const tablet = await enrolTablet(cloud, admin, 'Washcashier1');
    // what it asks for does not widen its place
    const wanted = { topic: 'signatures', filter: { terminal: 'Washcashier2' } };
    const { socket, heard, beats } = await listen(await ticketOf(cookieOf(tablet), wanted));
    const first = { type: 'signatures', site: 12, terminal: 'Washcashier1' };
    await until('it was told once to read the list', () => (heard.length === 2 ? true : null));
    expect(heard).toEqual([{ type: 'ready' }, first]);

    const requested = async (terminal: string | null): Promise<string> => {
      const headers = await signedIn(cloud, { roles: Role.Cashier, terminal });
      const { customer } = await signUp(cloud.database);
      const answer = await send(cloud.url, { method: 'POST', path: '/signature', headers, body: JSON.stringify({ customer }) });
      return (JSON.parse(answer.text) as { id: string }).id;
    };
    await requested('Washcashier2');
    const id = await requested('Washcashier1');
    await requested(null);
    await submitSignature(tablet, id);
    await until('all is heard', () => (heard.length === 5 ? true : null));
    expect(heard.slice(2)).toEqual([first, { ...first, terminal: null }, first]);

    const { device } = (await tablet.ask({ method: 'GET', path: '/device/current' })).body as { device: { id: string } };
    const closed = closing(socket);
    await send(cloud.url, { method: 'DELETE', path: `/device/${device.id}`, headers: admin });
    expect(await closed).toBe(4403);
    // two beats are at most 5 s apart, and the check of its right is as long
    expect(beats).toContainEqual({ type: 'beat' });
  });

  it('gets no ticket for what is for staff', async () => {
    const tablet = await enrolTablet(cloud, await signedIn(cloud, { roles: Role.Admin }), null);
    for (const body of [{ topic: 'gate' }, { topic: 'rfid' }, { topic: 'devices' }, { topic: 'devices', audience: 'company' }]) {
      const answer = await send(cloud.url, {
        method: 'POST',
        path: liveTicket.path,
        headers: cookieOf(tablet),
        body: JSON.stringify(body),
      });
      expect(answer.status, answer.text).toBe(403);
    }
  });
});
