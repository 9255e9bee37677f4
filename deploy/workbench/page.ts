import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { LOOPBACK } from '@washdesk/local-servers/ports';
import { Cars } from './cars.ts';
import { post, presses } from './page-presses.ts';
import { REGISTER_TERMINAL, registerUrl } from './registers.ts';
import { localPageUrl, localPins } from './site-services.ts';
import { companyTour } from './tour/company-tour.ts';
import { gateOpen, timeOf, viewOf, type PageParts } from './view.ts';
import type { Workbench } from './workbench.ts';

export interface WorkbenchPage {
  readonly url: string;
  stop(): Promise<void>;
}

/** The page's own files. */
const files: Readonly<Record<string, string>> = {
  '/': 'text/html',
  '/page.css': 'text/css',
  '/page.js': 'text/javascript',
  '/elements.js': 'text/javascript',
  '/site-picture.js': 'text/javascript',
  '/tour.js': 'text/javascript',
};

/** Starts the page **workbench**: the sites as pictures, the tour, links, logins and codes to try, on a separate server from the app's. */
export async function startWorkbenchPage(workbench: Workbench): Promise<WorkbenchPage> {
  const port = workbench.port('page');
  const url = `http://${LOOPBACK}:${port}`;
  const parts = {
    cars: new Cars({
      post: async (simulator, action, body) => void (await post(workbench, simulator, action, body)),
      gateOpen: (site, lane) => gateOpen(workbench, site, lane),
    }),
    tour: companyTour(workbench, () => timeOf(workbench)),
  };
  const server = createServer((request, response) => {
    const address = request.url ?? '/';
    // another site's page in the same browser may send a form here
    if (request.method === 'POST' && (request.headers.origin ?? url) === url) return void answer(workbench, parts, address, response);
    const type = request.method === 'GET' ? files[address] : undefined;
    if (type !== undefined) return send(response, 200, type, fileAt(address));
    if (address === '/facts') return sendJson(response, factsOf(workbench));
    if (address === '/state') return void viewOf(workbench, parts).then((view) => sendJson(response, view));
    send(response, 404, 'text/plain', 'Not here.');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        parts.cars.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a file of the page, read at every request, so that a change shows at once. */
function fileAt(address: string): string {
  return readFileSync(path.join(import.meta.dirname, 'page', address === '/' ? 'page.html' : address), 'utf8');
}

/** Does what was pressed, and responds with its result or the new view. */
async function answer(workbench: Workbench, parts: PageParts, address: string, response: ServerResponse): Promise<void> {
  try {
    for (const [form, press] of presses) {
      const given = form.exec(decodeURIComponent(address));
      if (given) return sendJson(response, (await press(workbench, given.slice(1), parts)) ?? (await viewOf(workbench, parts)));
    }
    send(response, 404, 'text/plain', 'Not here.');
  } catch (error) {
    send(response, 502, 'text/plain', error instanceof Error ? error.message : String(error));
  }
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
    cars: (['ordinary', 'pastDue', 'canceled', 'noPlan', 'otherSite', 'attentionNote'] as const).map((name) => company.edgeCases[name]),
    register: registerUrl(port, company.sites[0]!.number),
    readers: `http://${LOOPBACK}:${port('stripe')}/readers`,
  };
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
