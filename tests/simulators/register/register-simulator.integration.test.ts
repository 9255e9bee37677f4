import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createContext, runInContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { until } from '@washdesk/test-support/until';
import { startRegisterSimulator, type RegisterSimulator } from './register-simulator.ts';

/** Replaces the app and cloud-api, and records the requests. */
const asked: IncomingMessage[] = [];
const page = '<!doctype html><html><head lang="en"><title>App</title></head></html>';
const app = createServer((request, response) => {
  asked.push(request);
  if (request.url === '/api/auth/logout') response.setHeader('set-cookie', 'refresh=; Path=/api; Max-Age=0; HttpOnly');
  if (request.url === '/api/auth/loginemployee') response.setHeader('set-cookie', ['refresh=r1; Path=/api; Max-Age=60; HttpOnly']);
  if (request.url === '/echo') return void request.pipe(response);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(page);
});
const sockets = new WebSocketServer({ noServer: true });
app.on('upgrade', (request, socket, head) => {
  asked.push(request);
  sockets.handleUpgrade(request, socket, head, (opened) => {
    opened.on('message', (data: Buffer) => opened.send(`heard ${data.toString()}`));
  });
});

let address: string;
let folder: string;
let register: RegisterSimulator;
const at = (place: string, init?: RequestInit) => fetch(`http://127.0.0.1:${register.port}${place}`, init);
const post = (place: string, body: unknown) => at(place, { method: 'POST', body: JSON.stringify(body) });

/** Opens a page as a browser does from the address bar; `fetch` cannot set those headers. */
async function openedPage(place: string): Promise<string> {
  const headers = { 'sec-fetch-mode': 'navigate', 'accept-encoding': 'gzip' };
  return text(await new Promise<IncomingMessage>((resolve) => get(`http://127.0.0.1:${register.port}${place}`, { headers }, resolve)));
}
const start = () => startRegisterSimulator({ app: address, terminal: 'Washcashier1', file: path.join(folder, 'cookies.json') });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'washdesk-register-'));
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const socket of sockets.clients) socket.terminate();
  app.closeAllConnections();
  await new Promise((resolve) => app.close(resolve));
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  register = await start();
  asked.length = 0;
});
afterEach(() => register.stop());

describe('the way to the app', () => {
  it('shows the app its own address, and never the browser’s cookies', async () => {
    const headers = { origin: `http://127.0.0.1:${register.port}`, cookie: 'refresh=of-another-register', 'content-type': 'text/plain' };
    const answer = await at('/echo', { method: 'POST', headers, body: 'as it is' });
    expect(await answer.text()).toBe('as it is');
    expect(asked[0]?.headers).toMatchObject({ host: new URL(address).host, origin: address });
    expect(asked[0]?.headers.cookie).toBeUndefined();
  });

  it('keeps its cookies itself, over a restart too, until they are taken back', async () => {
    const signedIn = await post('/api/auth/loginemployee', {});
    expect(signedIn.headers.getSetCookie()).toEqual([]);
    await register.stop();
    register = await start();
    await at('/api/customer');
    expect(asked.at(-1)?.headers.cookie).toBe('refresh=r1');
    await post('/api/auth/logout', {});
    await at('/api/customer');
    expect(asked.at(-1)?.headers.cookie).toBeUndefined();
  });

  it('puts its script ahead of a page’s own, and leaves pages alone that a script fetches', async () => {
    expect(await openedPage('/charge')).toContain('<head lang="en"><script src="/__register/native-register.js"></script><title>');
    expect(await (await at('/api/receipt/1/receipt')).text()).toBe(page);
  });

  it('leads live sockets there and back', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${register.port}/api/live`, { origin: `http://127.0.0.1:${register.port}` });
    const heard = new Promise((resolve) => socket.once('message', (data: Buffer) => resolve(data.toString())));
    socket.once('open', () => socket.send('a ticket'));
    expect(await heard).toBe('heard a ticket');
    expect(asked.at(-1)?.headers.origin).toBe(address);
    socket.terminate();
  });

  it('says when the app is away', async () => {
    const lost = await startRegisterSimulator({ app: 'http://127.0.0.1:1' });
    const answer = await fetch(`http://127.0.0.1:${lost.port}/`);
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('does not reach the app');
    await lost.stop();
  });
});

describe('what a page asks of it', () => {
  const tender = { job: 'tender-1', saleid: '4711', amountCents: 1250, reference: 'pi_1' };

  it('is asked through the script that it hands out', async () => {
    const window: { washdeskRegister?: Record<string, (what: unknown) => Promise<void>> } & Record<string, unknown> = {
      fetch: (place: string, init: RequestInit) => at(place, init),
    };
    window['window'] = window;
    runInContext(await (await at('/__register/native-register.js')).text(), createContext(window));
    const native = window.washdeskRegister;
    expect(native).toMatchObject({ version: '3.1.0', terminal: 'Washcashier1' });
    await native?.['printReceipt']?.({ job: 'print-1', html: '<p>Receipt</p>' });
    await native?.['tenderSale']?.(tender);
    await native?.['transferToSitewatch']?.({ code: 'ABC123-IL', customerId: null });
    await native?.['sendKeystrokes']?.('12{Enter}');
    expect(register.state()).toMatchObject({
      receipts: [{ job: 'print-1', html: '<p>Receipt</p>' }],
      tenders: [tender],
      transfers: [{ code: 'ABC123-IL', customerId: null }],
      keystrokes: ['12{Enter}'],
    });
    await register.behave({ fail: { tenderSale: 'The drawer is open.' } });
    await expect(native?.['tenderSale']?.({ ...tender, job: 'tender-2' })).rejects.toThrow('The drawer is open.');
  });

  it('is done once for a job, however often it is asked', async () => {
    for (const amountCents of [1250, 1250]) {
      expect((await post('/__register/tenderSale', { ...tender, amountCents })).status).toBe(200);
      await post('/__register/printReceipt', { job: 'print-1', html: '<p>Receipt</p>' });
    }
    expect(register.state()).toMatchObject({ tenders: [tender], receipts: [{ job: 'print-1' }] });
    expect(register.state().asked).toHaveLength(4);
  });

  it('is refused when it is not what the register understands', async () => {
    expect((await post('/__register/tenderSale', { ...tender, amountCents: 12.5 })).status).toBe(400);
    expect((await post('/__register/sendKeystrokes', { keys: '{Entr}' })).status).toBe(400);
    expect((await post('/__register/openDrawer', {})).status).toBe(404);
    expect(register.state()).toMatchObject({ tenders: [], keystrokes: [] });
  });

  it('can be done and never answered', async () => {
    await register.behave({ hang: ['tenderSale'] });
    const leaving = new AbortController();
    const answer = at('/__register/tenderSale', { method: 'POST', body: JSON.stringify(tender), signal: leaving.signal });
    const [done] = await until('the sale to be tendered', () => (register.state().tenders.length > 0 ? register.state().tenders : null));
    expect(done).toEqual(tender);
    await at('/__register/state');
    leaving.abort(new Error('No request received'));
    await expect(answer).rejects.toThrow('No request received');
  });

  it('is shown on its panel', async () => {
    expect(await (await at('/__register/')).text()).toContain('Open a sale');
    await post('/__register/behaviour', { slowMs: 1 });
    expect(await (await at('/__register/state')).json()).toMatchObject({ terminal: 'Washcashier1', tenders: [], behaviour: { slowMs: 1 } });
  });
});
