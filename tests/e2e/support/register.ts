import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import type { Login } from '@washdesk/simulators/company/model';
import type { OpenWorkbench } from './run-workbench.ts';

export interface Workplace {
  site: number;
  terminal: string;
}

export const joliet: Workplace = { site: 12, terminal: 'Washcashier1' };

/** Returns a one-time link, as an Admin creates it. */
export function linkFor(workbench: OpenWorkbench, { site, terminal }: Workplace = joliet): Promise<string> {
  return workbench.enrolmentLink({ kind: 'register', name: `${terminal} ${randomUUID().slice(0, 8)}`, site, terminal });
}

/** Makes the browser a register with No Terminal, without using a screen: other tests cover that. */
export async function enrol(context: BrowserContext, workbench: OpenWorkbench, workplace: Workplace = joliet): Promise<void> {
  const link = await linkFor(workbench, workplace);
  await post(context, '/api/device/enrol', { token: link.slice(link.lastIndexOf('/') + 1) });
  await chooseNoTerminal(context, workbench, workplace.site);
}

/** Signs a person in at an enrolled browser; its pages find the session by their cookie. */
export async function signIn(context: BrowserContext, { employeeNumber, pin }: Pick<Login, 'employeeNumber' | 'pin'>): Promise<void> {
  await post(context, '/api/auth/loginemployee', { employee: employeeNumber, pin });
}

/** Replaces a PIN that an Admin set, as its owner does at the first sign-in. */
export async function replacePin(
  context: BrowserContext,
  { employeeNumber: employee, pin }: Pick<Login, 'employeeNumber' | 'pin'>,
  secret: string,
): Promise<void> {
  await post(context, '/api/auth/secret', { credentials: { employee, pin }, secret });
}

/**
 * Opens a register with a signed-in employee. Every browser at one workplace is the same register, because enrolling takes time and is not
 * under test.
 */
export async function staff(
  context: BrowserContext,
  workbench: OpenWorkbench,
  person: Login,
  workplace: Workplace = joliet,
): Promise<void> {
  const known = registersOf(workbench);
  const key = `${workplace.site} ${workplace.terminal}`;
  const cookies = known.get(key);
  if (cookies) {
    await context.addCookies(cookies);
    await chooseNoTerminal(context, workbench, workplace.site);
  } else {
    await enrol(context, workbench, workplace);
    known.set(key, await context.cookies());
  }
  await signIn(context, person);
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
const registers = new WeakMap<OpenWorkbench, Map<string, Cookies>>();

function registersOf(workbench: OpenWorkbench): Map<string, Cookies> {
  const known = registers.get(workbench) ?? new Map<string, Cookies>();
  registers.set(workbench, known);
  return known;
}

/** Stores the reader choice No Terminal in every page that opens from now on. */
export function chooseNoTerminal(context: BrowserContext, workbench: OpenWorkbench, site: number): Promise<void> {
  return chooseReader(context, workbench, site, 'no-terminal');
}

/** Stores a card reader as the choice; the last choice counts. */
export async function chooseReader(context: BrowserContext, { company }: OpenWorkbench, site: number, readerId: string): Promise<void> {
  const locationId = company.sites.find(({ number }) => number === site)?.locationId;
  if (!locationId) throw new Error(`The company has no site ${site}`);
  const workplace = JSON.stringify({ locationId, readerId });
  await context.addInitScript({ content: `localStorage.setItem('washdesk.workplace', ${JSON.stringify(workplace)})` });
}

async function post(context: BrowserContext, path: string, data: unknown): Promise<void> {
  const response = await context.request.post(path, { data });
  if (!response.ok()) throw new Error(`${path} returned ${response.status()}: ${await response.text()}`);
}
