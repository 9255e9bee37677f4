import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import { siteCommandTimes } from '../common/site-command-times.ts';
import { metrics, type MetricsOptions } from './metrics.ts';

let server: Server | null = null;
afterEach(() => void server?.close());

const joliet: FleetSite = {
  site: 12,
  name: 'Joliet',
  state: 'online',
  since: null,
  level: 'go',
  causes: [],
  version: '1.0.0',
  devices: { all: 3, working: 2 },
  sitewatch: null,
  roundTripMs: 40,
  leasesPercent: 95,
  waiting: null,
  rosterConfirmed: '2026-11-21T12:00:00.000Z',
};

const options: MetricsOptions = {
  token: 'scraper-token',
  proxies: 0,
  gauges: async () => ({ sites: 2 }),
  sites: () => [joliet],
  now: () => new Date('2026-11-21T12:01:00.000Z'),
  brokerConnected: () => true,
  commandTimes: siteCommandTimes(),
};

async function start(change: Partial<MetricsOptions> = {}) {
  const app = new Koa();
  app.use(metrics({ ...options, commandTimes: siteCommandTimes(), ...change }));
  app.use((ctx) => {
    if (ctx.path.startsWith('/api/customer/')) ctx.state['pattern'] = '/customer/{id}';
    ctx.status = ctx.path.endsWith('/none') ? 404 : 200;
  });
  const answer = app.callback();
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = (path: string, init: RequestInit = {}): Promise<Response> => fetch(url + path, init);
  const scrape = (token = 'scraper-token'): Promise<Response> => ask('/metrics', { headers: { authorization: `Bearer ${token}` } });
  return { ask, scrape };
}

const seriesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('washdesk_http_request_duration_seconds_count'));

describe('the metrics', () => {
  it('have the process, the company’s figures and the requests by route', async () => {
    const { ask, scrape } = await start();
    await ask('/api/customer/cus_1');
    await ask('/api/customer/none');
    const response = await scrape();
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    expect(text).toContain('washdesk_count{of="sites"} 2');
    expect(text).toContain('washdesk_database_up 1');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(seriesOf(text)).toEqual([
      'washdesk_http_request_duration_seconds_count{method="GET",route="/customer/{id}",status="2xx"} 1',
      'washdesk_http_request_duration_seconds_count{method="GET",route="/customer/{id}",status="4xx"} 1',
    ]);
  });

  it('have each site as the fleet dashboard shows it, and the times of commands', async () => {
    const commandTimes = siteCommandTimes();
    commandTimes.observe({ command: 'gate.open', outcome: 'answered' }, 0.08);
    const text = await (await (await start({ commandTimes })).scrape()).text();
    expect(text.split('\n').filter((line) => line.startsWith('washdesk_site_') && line.includes('site='))).toEqual([
      'washdesk_site_up{site="12"} 1',
      'washdesk_site_causes{site="12"} 0',
      'washdesk_site_devices_down{site="12"} 1',
      'washdesk_site_round_trip_seconds{site="12"} 0.04',
      'washdesk_site_leases_ratio{site="12"} 0.95',
      'washdesk_site_roster_age_seconds{site="12"} 60',
    ]);
    expect(text).toContain('washdesk_site_command_duration_seconds_count{command="gate.open",outcome="answered"} 1');
    expect(text).toContain('washdesk_broker_connected 1');
  });

  it('get no series from a caller’s paths, methods and ids', async () => {
    const { ask, scrape } = await start();
    for (const method of ['PATCH', 'OPTIONS', 'PROPFIND', 'MOVE']) await ask(`/made/up/${method}`, { method });
    for (let i = 0; i < 50; i += 1) await ask(`/api/customer/cus_${i}`);
    expect(seriesOf(await (await scrape()).text())).toHaveLength(2);
  });

  it('need the token, if there is one', async () => {
    const { ask, scrape } = await start();
    expect((await scrape('wrong-token')).status).toBe(404);
    expect((await ask('/metrics')).status).toBe(404);
    expect((await ask('/metrics', { headers: { authorization: 'Basic scraper-token' } })).status).toBe(404);
  });

  it('are otherwise for this machine, unless a proxy is in front', async () => {
    expect((await (await start({ token: null })).ask('/metrics')).status).toBe(200);
    server?.close();
    expect((await (await start({ token: null, proxies: 1 })).ask('/metrics')).status).toBe(404);
  });

  it('say that the database is away, and have the rest', async () => {
    const { scrape } = await start({ gauges: () => Promise.reject(new Error('away')) });
    const text = await (await scrape()).text();
    expect(text).toContain('washdesk_database_up 0');
    expect(text).not.toContain('washdesk_count{');
  });
});
