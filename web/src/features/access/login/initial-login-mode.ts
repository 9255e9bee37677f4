import { isAt, paths } from '../../../lib/paths.ts';

export type LoginMode = 'user' | 'cashier';

const registerEntries = [paths.locationLanding, paths.isi, paths.locationRefund, paths.redeemInterface];

/** The mode that the sign-in opens in: cashiers come from the register's own pages, or with a terminal in the query. */
export function initialLoginMode(origin: string, query: string): LoginMode {
  const [path = '', originQuery = ''] = origin.split('?');
  const fromRegister = registerEntries.some((entry) => isAt(path, entry));
  return fromRegister || namesTerminal(query) || namesTerminal(originQuery) ? 'cashier' : 'user';
}

function namesTerminal(query: string): boolean {
  return [...new URLSearchParams(query).keys()].some((name) => name.toLowerCase() === 'xptuser');
}
