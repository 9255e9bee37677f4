import { createServer } from 'node:http';
import { z } from 'zod';
import type { Device } from '@washdesk/contracts/access/device';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { AppProxy } from './app-proxy.ts';
import { CookieJar } from './cookie-jar.ts';
import { scriptPath, serveNative } from './native-routes.ts';
import { RegisterActions, registerBehaviourChange, type RegisterState } from './register-actions.ts';
import { RegisterBrowser } from './register-browser.ts';

export interface RegisterSimulatorOptions {
  port?: number;
  /** The app's URL in browsers. */
  app: string;
  /** The register's name in Sitewatch. */
  terminal?: string;
  /** The cookie file of its embedded browser. */
  file?: string | null;
}

const behaviourChange = registerBehaviourChange.extend({
  /** Switched off: connections are refused. */
  refuse: z.boolean().optional(),
});
const cloudPost = z.strictObject({ cloud: z.url() });
const enrolPost = cloudPost.extend({ link: z.url() });

export interface RegisterSimulator extends RunningSimulator {
  state(): Omit<RegisterState, 'behaviour'> & { behaviour: RegisterState['behaviour'] & { refuse: boolean } };
  behave(change: z.input<typeof behaviourChange>): Promise<void>;
  /** Returns the device as stored by the cloud. */
  device(cloud: string): Promise<Device | null>;
  enrol(cloud: string, link: string): Promise<Device>;
}

/**
 * Starts a register with a realistic embedded browser: it proxies the app, has its own cookies, and provides `window.washdeskRegister` in
 * every page. `/__register/` shows the app next to the register's own panel.
 */
export async function startRegisterSimulator(options: RegisterSimulatorOptions): Promise<RegisterSimulator> {
  const { port = 0, app, terminal = 'Washcashier1', file = null } = options;
  const actions = new RegisterActions();
  const jar = new CookieJar(file);
  const browser = new RegisterBrowser(jar);
  const proxy = new AppProxy({ app: new URL(app), jar, script: scriptPath });
  const native = serveNative(actions, terminal);

  const http = createServer((request, response) => {
    if (!native(request, response)) proxy.serve(request, response);
  });
  http.on('upgrade', (request, socket, head) => proxy.upgrade(request, socket, head));
  const server = new DeviceServer(port, (socket) => http.emit('connection', socket));
  await server.listen();

  let isOff = false;
  const behave = async ({ refuse = isOff, ...change }: z.input<typeof behaviourChange>): Promise<void> => {
    actions.behave(change);
    isOff = refuse;
    await (isOff ? server.close() : server.listen());
  };
  const state = () => ({ ...actions.state(), behaviour: { ...actions.state().behaviour, refuse: isOff } });
  return {
    port: server.port,
    state,
    behave,
    device: (cloud) => browser.device(cloud),
    enrol: (cloud, link) => browser.enrol(cloud, link),
    posts: {
      behaviour: (body) => behave(behaviourChange.parse(body)),
      device: async (body) => ({ device: await browser.device(cloudPost.parse(body).cloud) }),
      enrol: async (body) => {
        const { cloud, link } = enrolPost.parse(body);
        return { device: await browser.enrol(cloud, link) };
      },
    },
    stop: () => server.close(),
  };
}
