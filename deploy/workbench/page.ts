import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { LOOPBACK } from '@washdesk/local-servers/ports';
import { REGISTER_TERMINAL, registerUrl } from './registers.ts';
import { localPageUrl, localPins } from './site-services.ts';
import { viewOf } from './view.ts';
import type { Workbench } from './workbench.ts';

export interface WorkbenchPage {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the page **workbench**: links, logins, codes to try and the devices' state, on a separate server from the app's. */
export async function startWorkbenchPage(workbench: Workbench): Promise<WorkbenchPage> {
  const port = workbench.port('page');
  const server = createServer((request, response) => {
    const route = `${request.method} ${request.url}`;
    if (route === 'GET /') return send(response, 200, 'text/html', page());
    if (route === 'GET /facts') return sendJson(response, factsOf(workbench));
    if (route === 'GET /state') return void viewOf(workbench).then((view) => sendJson(response, view));
    const browser = /^POST \/enrolment\/(register|tablet)\/(\d{1,6})$/.exec(route);
    if (browser) return void enrol(workbench, { kind: browser[1] as 'register' | 'tablet', site: Number(browser[2]) }, response);
    const sign = /^POST \/sign\/(\d{1,6})\/([0-9a-f-]{36})$/.exec(route);
    if (sign) return void signAt(workbench, `tablet-${sign[1]}`, sign[2] ?? '', response);
    const reply = /^POST \/reply\/(\+\d{8,15})\/(STOP|START)$/.exec(route);
    if (reply) return void replyFrom(workbench, { from: reply[1], body: reply[2] }, response);
    const days = /^POST \/clock\/(\d{1,3})$/.exec(route);
    if (days) return void moveClockByDays(workbench, Number(days[1]), response);
    const fault = /^POST \/service\/([\w-]{1,40})\/(start|stop|suspend|resume)$/.exec(route);
    if (fault) return void changeService(workbench, fault[1] ?? '', fault[2] as 'start' | 'stop' | 'suspend' | 'resume', response);
    send(response, 404, 'text/plain', 'Not here.');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    url: `http://${LOOPBACK}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the page, read at every request, so that a change shows at once. */
function page(): string {
  return readFileSync(path.join(import.meta.dirname, 'page.html'), 'utf8');
}

/** Returns the facts that stay the same during a run. */
function factsOf({ company, url, port, folder }: Workbench): object {
  return {
    app: url,
    folder,
    links: [
      { name: 'App', url },
      { name: 'API (OpenAPI)', url: `${url}/api/openapi.json` },
      { name: 'Health', url: `${url}/health/ready` },
      ...company.sites.map(({ number, name }) => ({ name: `Register (${name} ${REGISTER_TERMINAL})`, url: registerUrl(port, number) })),
      ...company.sites.map(({ number, name }) => ({ name: `Local page (${name}, PIN ${localPins.it})`, url: localPageUrl(port, number) })),
      { name: 'Card readers', url: `http://${LOOPBACK}:${port('stripe')}/readers` },
      {
        name: 'Payment provider: a customer',
        url: `http://${LOOPBACK}:${port('stripe')}/dashboard/customers/${company.edgeCases.ordinary.customer}`,
      },
    ],
    sites: company.sites.map(({ number, name, state, timeZone }) => ({ number, name, state, timeZone })),
    logins: company.logins,
    codes: [...Object.values(company.edgeCases), ...Object.values(company.giftCards)],
  };
}

/** The tablet is enrolled without a terminal, as the simulated one is, so that it can serve all terminals of its site. */
const browsers = {
  register: { name: 'Washcashier1', terminal: 'Washcashier1' },
  tablet: { name: 'Signature tablet', terminal: null },
} as const;

async function enrol(
  workbench: Workbench,
  { kind, site }: { kind: keyof typeof browsers; site: number },
  response: ServerResponse,
): Promise<void> {
  try {
    sendJson(response, { link: await workbench.enrolmentLink({ kind, site, ...browsers[kind] }) });
  } catch (error) {
    send(response, 502, 'text/plain', error instanceof Error ? error.message : String(error));
  }
}

/** Signs at the site's tablet as a customer does. */
async function signAt(workbench: Workbench, tablet: string, id: string, response: ServerResponse): Promise<void> {
  try {
    const answer = await fetch(`${workbench.control(tablet)}/sign`, { method: 'POST', body: JSON.stringify({ id }) });
    const { status, body, message } = (await answer.json()) as { status?: number; body?: { message?: string }; message?: string };
    if (status !== 200) throw new Error(body?.message ?? message ?? 'The tablet didn’t sign.');
    sendJson(response, await viewOf(workbench));
  } catch (error) {
    send(response, 502, 'text/plain', error instanceof Error ? error.message : String(error));
  }
}

/** Sends a text message from a customer's phone to the company. */
async function replyFrom(workbench: Workbench, text: object, response: ServerResponse): Promise<void> {
  try {
    const taken = await fetch(`${workbench.control('phone')}/reply`, { method: 'POST', body: JSON.stringify(text) });
    const { answered, message } = (await taken.json()) as { answered?: number; message?: string };
    if (answered !== 200) throw new Error(`The phone rejected the text: ${message ?? answered}`);
    sendJson(response, await viewOf(workbench));
  } catch (error) {
    send(response, 502, 'text/plain', error instanceof Error ? error.message : String(error));
  }
}

/** Stops, freezes or continues one service, to see what the others do without it. */
async function changeService(
  workbench: Workbench,
  name: string,
  change: 'start' | 'stop' | 'suspend' | 'resume',
  response: ServerResponse,
): Promise<void> {
  try {
    await workbench.service(name)[change]();
    sendJson(response, await viewOf(workbench));
  } catch (error) {
    send(response, 502, 'text/plain', error instanceof Error ? error.message : String(error));
  }
}

/** Moves the company's time forward by this number of days. */
async function moveClockByDays(workbench: Workbench, days: number, response: ServerResponse): Promise<void> {
  try {
    const { time } = await viewOf(workbench);
    if (time === null) throw new Error('The Stripe simulator isn’t responding.');
    await workbench.moveClock(new Date(Date.parse(time) + days * 86_400_000));
    sendJson(response, await viewOf(workbench));
  } catch (error) {
    send(response, 502, 'text/plain', error instanceof Error ? error.message : String(error));
  }
}

function sendJson(response: ServerResponse, body: object): void {
  send(response, 200, 'application/json', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}
