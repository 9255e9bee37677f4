import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Mosquitto } from './mosquitto-distribution.ts';
import { accepts } from './ports.ts';
import { launch, type Running } from './processes/launch.ts';
import { ROOT } from './processes/program.ts';

export interface BrokerUser {
  username: string;
  password: string;
  /** What the user may publish and subscribe to. */
  topics: string;
}

export interface MosquittoOptions {
  distribution: Mosquitto;
  /** The folder of its settings. */
  folder: string;
  /** The folder of its log and its pid record; default `folder`. */
  run?: string;
  port: number;
  users: readonly BrokerUser[];
}

/** A Mosquitto without TLS on this machine, with the settings of deploy/mosquitto. */
export async function startMosquitto({ distribution, folder, run = folder, port, users }: MosquittoOptions): Promise<Running> {
  mkdirSync(folder, { recursive: true });
  const [file, passwords, access] = ['mosquitto.conf', 'passwords', 'access'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const env = { ...process.env, LD_LIBRARY_PATH: distribution.libraries };
  writeFileSync(passwords, '', { mode: 0o600 });
  for (const { username, password } of users)
    execFileSync(distribution.passwords, ['-b', passwords, username, password], { env, stdio: 'pipe' });
  writeFileSync(access, users.map(({ username, topics }) => `user ${username}\ntopic readwrite ${topics}\n`).join('\n'), { mode: 0o600 });
  const shipped = readFileSync(path.join(ROOT, 'deploy/mosquitto/mosquitto.conf'), 'utf8');
  const settings = [
    // what comes before the first listener is for all of them
    shipped.split(/^listener /m, 1)[0],
    `user ${os.userInfo().username}`,
    `listener ${port} 127.0.0.1`,
    'allow_anonymous false',
    `password_file ${passwords}`,
    `acl_file ${access}`,
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  const server = await launch({ name: 'mosquitto', folder: run, program: distribution.server, args: ['-c', file], env });
  await server.ready(async () => (await accepts(port)) || null);
  return server;
}
