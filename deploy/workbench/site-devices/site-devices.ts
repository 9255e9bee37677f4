import { REGISTER_TERMINAL } from '../registers.ts';
import { gates } from './gates.ts';
import { printer } from './printer.ts';
import type { SiteDevice } from './site-device.ts';
import { tablet } from './tablet.ts';
import { tagReader } from './tag-reader.ts';

/** The address of the app as browsers show it: the register's embedded browser is one of them. */
const register: SiteDevice = {
  simulator: 'register',
  flags: ({ file, publicUrl }) => ({ app: publicUrl, terminal: REGISTER_TERMINAL, file }),
};

/** The devices of every site, in the order of the page. */
export const siteDevices: readonly SiteDevice[] = [gates, tagReader, printer, tablet, register];
