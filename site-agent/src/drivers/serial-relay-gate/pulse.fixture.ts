import { until } from '@washdesk/local-servers/processes/wait';
import { WriteDeadline } from '../../ports/write-deadline.ts';
import { serialRelayGate } from './definition.ts';

/** Starts a pulse of 5 s at the serial port that is named: a process that a test kills in the middle. */
const config = serialRelayGate.config.parse({
  id: 'north',
  name: 'North',
  lane: 1,
  driver: 'serial-relay-gate',
  dialect: 'lcus',
  serial: { path: process.argv[2] },
  pulseMs: 5_000,
});
const gate = await serialRelayGate.create(config);
gate.start();
await until(() => gate.health().status === 'ready' || null, { what: 'the relay' });
const { result } = await gate.pulse(WriteDeadline.none);
console.log(result);
