import { until } from '@washdesk/local-servers/processes/wait';
import { WriteDeadline } from '../../ports/write-deadline.ts';
import { serialRelayGate } from './definition.ts';

/**
 * Opens the gate at a serial port for 5 s, until the time that it reads from stdin in epoch milliseconds: a process that a test stops or kills in
 * the middle.
 */
const [, , path, dialect] = process.argv;
const gate = await serialRelayGate.create(
  serialRelayGate.config.parse({
    id: 'north',
    name: 'North',
    lane: 1,
    driver: 'serial-relay-gate',
    dialect,
    serial: { path },
    pulseMs: 5_000,
  }),
);
gate.start();
await until(() => gate.health().status === 'ready' || null, { what: 'the relay' });
console.log('ready');
process.stdin.once('data', (notAfter: Buffer) => {
  void gate.pulse(new WriteDeadline(Number(notAfter) - performance.timeOrigin)).then(
    ({ result }) => console.log(result),
    (error: unknown) => console.log((error as Error).name),
  );
});
