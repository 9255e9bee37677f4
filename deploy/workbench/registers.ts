import { LOOPBACK } from '@washdesk/local-servers/ports';

/** The terminal of each site that has a stand-in register. */
export const REGISTER_TERMINAL = 'Washcashier1';

/** Where a person works at a site's register: the app beside the register's own panel. */
export function registerUrl(port: (name: string) => number, site: number): string {
  return `http://${LOOPBACK}:${port(`register-${site}`)}/__register/`;
}
