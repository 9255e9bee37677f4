import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PostgresDistribution } from '@washdesk/local-servers/postgres-distribution';
import { launch, type Launched } from '@washdesk/local-servers/processes/launch';
import { giveToUnprivileged, unprivilegedFolder, unprivilegedUser } from '@washdesk/local-servers/unprivileged';

const user = 'washdesk';
const password = 'server-secret';
const host = '127.0.0.1';

/** A server of Debian's PostgreSQL, durable and with replication, as in production. */
export class PostgresServer {
  readonly port: number;
  /** Folder of the cluster. */
  readonly data: string;
  readonly #distribution: PostgresDistribution;
  readonly #home: string;
  #server: Launched | null = null;

  constructor(distribution: PostgresDistribution, folder: string, port: number) {
    this.#distribution = distribution;
    this.#home = unprivilegedFolder(folder);
    this.data = path.join(this.#home, 'data');
    this.port = port;
  }

  url(database = 'postgres'): string {
    return `postgres://${user}:${password}@${host}:${this.port}/${database}`;
  }

  /** The environment in which PostgreSQL's programs are found and connect to this server. */
  get environment(): NodeJS.ProcessEnv {
    const { bin, libraries } = this.#distribution;
    const connection = { PGHOST: host, PGPORT: String(this.port), PGUSER: user, PGPASSWORD: password };
    return { ...process.env, ...connection, PATH: `${bin}:${process.env['PATH']}`, LD_LIBRARY_PATH: libraries };
  }

  /** @throws Error with its output on stderr if it fails */
  async run(program: string, args: readonly string[]): Promise<void> {
    await promisify(execFile)(program, args, { cwd: this.#home, env: this.environment, ...unprivilegedUser() });
  }

  /** Starts a program that keeps running, such as a tool of PostgreSQL. */
  launch(program: string, args: readonly string[]): Promise<Launched> {
    return launch({
      name: program,
      folder: path.join(this.#home, 'run'),
      program: path.join(this.#distribution.bin, program),
      args,
      cwd: this.#home,
      env: this.environment,
      user: unprivilegedUser(),
      stopSignal: 'SIGINT',
      graceMs: 10_000,
    });
  }

  async create(): Promise<void> {
    const file = path.join(this.#home, 'password');
    writeFileSync(file, password);
    giveToUnprivileged(this.#home);
    const login = ['-U', user, '--auth=scram-sha-256', `--pwfile=${file}`];
    await this.run('initdb', ['-D', this.data, ...login, '--encoding=UTF8', '--locale=C.UTF-8']);
  }

  /** Becomes a standby that follows `primary`. */
  async follow(primary: PostgresServer): Promise<void> {
    await this.run('pg_basebackup', ['-d', primary.url(), '-D', this.data, '-R', '-X', 'stream', '-c', 'fast']);
  }

  async start(isReady: () => Promise<true | null>): Promise<void> {
    const settings = [`listen_addresses=${host}`, `port=${this.port}`, 'unix_socket_directories=', 'max_connections=60'];
    this.#server = await this.launch('postgres', ['-D', this.data, ...settings.flatMap((setting) => ['-c', setting])]);
    await this.#server.ready(isReady);
  }

  async kill(): Promise<void> {
    await this.#server?.kill();
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }
}
