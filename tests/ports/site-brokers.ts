import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startBroker } from '@washdesk/broker/broker';
import { TestAuthority } from '@washdesk/broker/certificates.fixture';
import { x509Authority } from '@washdesk/cloud-api/adapters/x509-authority/x509-authority';
import { controlFiles } from '@washdesk/cloud-api/cli/setup/mosquitto-accounts';
import { provideMosquitto } from '@washdesk/local-servers/mosquitto-distribution';
import { accepts, freePort } from '@washdesk/local-servers/ports';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { until } from '@washdesk/local-servers/processes/wait';

/** A broker with a listener for sites by certificate, and one for the cloud with the user `cloud` and the password `secret`. */
export interface SiteBroker {
  readonly sitesUrl: string;
  readonly cloudUrl: string;
  readonly ca: TestAuthority;
  /** Makes the cloud name this certificate as revoked. */
  revoke(pem: Buffer): void;
  /** How often the broker was restarted. */
  restarts(): number;
  stop(): Promise<void>;
}

/** The calls of the cloud for brokers. */
async function startCloud(ca: TestAuthority) {
  const authority = await x509Authority(new X509Certificate(readFileSync(ca.caFile)), createPrivateKey(readFileSync(ca.keyFile)));
  const certificates: { serial: string; site: number }[] = [];
  const pem = (): Promise<string> => {
    const revoked = certificates.map(({ serial }) => ({ serial, revoked: new Date() }));
    return authority.revocationList(revoked, BigInt(revoked.length + 1), new Date());
  };
  let list = await pem();
  const server = createServer((request, response) => {
    response.end(request.url?.endsWith('/revocation-list') ? list : JSON.stringify({ certificates }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    list: () => list,
    async revoke(certificate: Buffer) {
      const { serialNumber, subject } = new X509Certificate(certificate);
      certificates.push({ serial: serialNumber.toLowerCase(), site: Number(subject.replace('CN=', '')) });
      list = await pem();
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const temporary = (): string => mkdtempSync(path.join(os.tmpdir(), 'washdesk-site-broker-'));

/** Our own broker. */
export async function startAedesForSites(): Promise<SiteBroker> {
  const folder = temporary();
  const ca = new TestAuthority(folder);
  const cloud = await startCloud(ca);
  const all = ['wash/v1/#'];
  const sites = { port: 0, ...ca.issue('broker'), caFile: ca.caFile, revokedUrl: `${cloud.url}/api/agent/revoked` };
  const users = [{ username: 'cloud', password: 'secret', publish: all, subscribe: all }];
  const broker = await startBroker({ host: '127.0.0.1', port: 0, users, sites }, () => undefined);
  return {
    sitesUrl: `mqtts://127.0.0.1:${broker.sitesPort}`,
    cloudUrl: `mqtt://127.0.0.1:${broker.port}`,
    ca,
    revoke: (pem) => void cloud.revoke(pem),
    restarts: () => 0,
    async stop() {
      await broker.stop();
      cloud.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const CONFIGURATION = path.join(ROOT, 'deploy/mosquitto');

/** Debian's Mosquitto with the files of deploy/mosquitto. @returns null if the distribution is unavailable */
export async function startMosquittoForSites(): Promise<SiteBroker | null> {
  const distribution = await provideMosquitto();
  if ('missing' in distribution) return null;
  const folder = temporary();
  const ca = new TestAuthority(folder);
  ca.issue('broker');
  const cloud = await startCloud(ca);
  const [sitePort, cloudPort, controlPort] = [await freePort(), await freePort(), await freePort()];
  for (const list of ['sites.acl', 'cloud.acl']) copyFileSync(path.join(CONFIGURATION, list), path.join(folder, list));
  writeFileSync(path.join(folder, 'revoked.pem'), cloud.list());
  mkdirSync(path.join(folder, 'control'));
  for (const [name, text] of Object.entries(controlFiles(controlPort))) writeFileSync(path.join(folder, 'control', name), text);
  const env = { ...process.env, LD_LIBRARY_PATH: distribution.libraries };
  execFileSync(distribution.passwords, ['-b', '-c', path.join(folder, 'passwords'), 'cloud', 'secret'], { env, stdio: 'pipe' });
  const file = path.join(folder, 'mosquitto.conf');
  const text = readFileSync(path.join(CONFIGURATION, 'mosquitto.conf'), 'utf8')
    .replaceAll('/etc/mosquitto/washdesk', folder)
    .replace('listener 8883', `listener ${sitePort} 127.0.0.1`)
    .replace('listener 8884', `listener ${cloudPort} 127.0.0.1`)
    .replace('listener 1885', `listener ${controlPort}`);
  writeFileSync(file, `${text}\nuser ${os.userInfo().username}\npid_file ${folder}/pid\n`);
  chmodSync(folder, 0o755);

  // the part of systemd
  let stopping = false;
  let server: ChildProcess;
  let starts = 0;
  const run = (): void => {
    starts += 1;
    server = spawn(distribution.server, ['-c', file], { env, stdio: 'ignore' });
    server.once('exit', () => stopping || run());
  };
  run();
  await until(async () => ((await accepts(sitePort)) && (await accepts(cloudPort))) || null, { what: 'Mosquitto listens' });

  const signal = (name: string): string => {
    const script = path.join(folder, `${name}.sh`);
    writeFileSync(script, `#!/bin/sh\nkill -${name} $(cat ${folder}/pid)\n`, { mode: 0o755 });
    return script;
  };
  const watch = spawn(path.join(CONFIGURATION, 'washdesk-revocations.sh'), [cloud.url, folder], {
    env: { ...process.env, RELOAD: signal('HUP'), RESTART: signal('TERM'), AGAIN_AFTER: '2' },
    stdio: 'ignore',
  });
  return {
    sitesUrl: `mqtts://127.0.0.1:${sitePort}`,
    cloudUrl: `mqtts://127.0.0.1:${cloudPort}`,
    ca,
    revoke: (pem) => void cloud.revoke(pem),
    restarts: () => starts - 1,
    async stop() {
      stopping = true;
      watch.kill('SIGTERM');
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      cloud.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
