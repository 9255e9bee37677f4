import { LOOPBACK } from '@washdesk/local-servers/ports';

/** The terminal of each site's simulated register. */
export const REGISTER_TERMINAL = 'Washcashier1';

/** Returns the address of a site's register for people: the app beside the register's own panel. */
export function registerUrl(port: (name: string) => number, site: number): string {
  return `http://${LOOPBACK}:${port(`register-${site}`)}/__register/`;
}
