import { z } from 'zod';
import { LOOPBACK } from '../ports.ts';
import { enrolmentLink, type Desk } from './enrolment-link.ts';

/** The terminal of each site that has a stand-in register. */
export const REGISTER_TERMINAL = 'Washcashier1';

/** Where a person works at a site's register: the app beside the register's own panel. */
export function registerUrl(port: (name: string) => number, site: number): string {
  return `http://${LOOPBACK}:${port(`register-${site}`)}/__register/`;
}

const known = z.object({ device: z.object({ name: z.string() }).nullable() });

/** Enrols the embedded browser of each site's register that is not yet, by a one-time link as any register is. */
export async function enrolRegisters({ url, company, control }: Desk): Promise<void> {
  await Promise.all(
    company.sites.map(async ({ number, name }) => {
      const register = control(`register-${number}`);
      const { device } = known.parse(await post(`${register}/device`, { cloud: url }));
      if (device) return;
      const newDevice = { kind: 'register', name: `${name} ${REGISTER_TERMINAL}`, site: number, terminal: REGISTER_TERMINAL } as const;
      await post(`${register}/enrol`, { cloud: url, link: await enrolmentLink(url, company, newDevice) });
    }),
  );
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The register was not enrolled: ${await response.text()}`);
  return response.json();
}
