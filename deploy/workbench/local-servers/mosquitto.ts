import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Mosquitto } from './mosquitto-distribution.ts';
import { accepts } from './ports.ts';
import { until } from './processes/wait.ts';

export interface MosquittoOptions {
  distribution: Mosquitto;
  folder: string;
  port: number;
  /** `topics`: what the user may publish and subscribe to. */
  users: readonly { username: string; password: string; topics: string }[];
}

/** A Mosquitto without TLS on this machine, with the settings of deploy/mosquitto. */
export async function startMosquitto({ distribution, folder, port, users }: MosquittoOptions): Promise<{ stop(): Promise<void> }> {
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
  const settings = [
    'persistence false',
    'set_tcp_nodelay true',
    'max_packet_size 132096',
    'max_queued_messages 100',
    `user ${os.userInfo().username}`,
    `listener ${port} 127.0.0.1`,
    'allow_anonymous false',
    `password_file ${passwords}`,
    `acl_file ${access}`,
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  const server = spawn(distribution.server, ['-c', file], { env, stdio: 'ignore' });
  await until(async () => (await accepts(port)) || server.exitCode !== null || null, { what: 'Mosquitto listens' });
  if (server.exitCode !== null) throw new Error(`Mosquitto ended with ${server.exitCode}`);
  return { stop: () => stop(server) };
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}
