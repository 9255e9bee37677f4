import { startBroker } from './broker.ts';
import { readBrokerConfig } from './config.ts';

/** Runs the broker: `node deploy/broker/main.ts <config.json>`. Prints one line of JSON when ready, logs to stderr, ends on SIGTERM. */
const file = process.argv[2];
if (!file) throw new Error('Usage: node deploy/broker/main.ts <config.json>');

const broker = await startBroker(readBrokerConfig(file), (event, fields) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...fields })}\n`);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void broker.stop());

process.stdout.write(`${JSON.stringify({ ready: true, port: broker.port })}\n`);
