import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface StatementCounter {
  /** The database's URL through the counter. */
  url: string;
  /** Statements that were sent so far. */
  statements(): number;
  stop(): Promise<void>;
}

/** Types of PostgreSQL's messages that execute a statement: Query and Execute. */
const executing = new Set(['Q', 'E'].map((letter) => letter.charCodeAt(0)));

/** Counts the messages of one connection that execute something, over the boundaries of its packets. */
function counterOf(count: () => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  // the first message of a connection has no type
  let typeBytes = 0;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return;
      if (typeBytes === 1 && executing.has(rest[0] ?? 0)) count();
      rest = rest.subarray(end);
      typeBytes = 1;
    }
  };
}

/** A proxy to PostgreSQL that counts statements. PostgreSQL's own statistics come seconds later, and not for every connection at once. */
export async function startStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let statements = 0;
  const server = createServer({ noDelay: true }, (client) => {
    const far = connect({ host: target.hostname, port: Number(target.port || 5432), noDelay: true });
    client.on(
      'data',
      counterOf(() => (statements += 1)),
    );
    for (const [from, to] of [
      [client, far],
      [far, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      // 'close' follows and closes the other end
      from.on('error', () => undefined);
      from.once('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    statements: () => statements,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
