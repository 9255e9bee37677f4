import { REGISTER_TERMINAL } from '../registers.ts';
import { camera } from './camera.ts';
import { gates } from './gates.ts';
import { printer } from './printer.ts';
import type { SiteDevice } from './site-device.ts';
import { tablet } from './tablet.ts';
import { tagReader } from './tag-reader.ts';

/** The app's address in browsers, including the register's embedded one. */
const register: SiteDevice = {
  simulator: 'register',
  flags: ({ file, publicUrl }) => ({ app: publicUrl, terminal: REGISTER_TERMINAL, file }),
};

/** The devices of every site, in the page's order. */
export const siteDevices: readonly SiteDevice[] = [gates, tagReader, camera, printer, tablet, register];
