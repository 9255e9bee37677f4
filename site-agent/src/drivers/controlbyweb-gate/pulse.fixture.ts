import { until } from '@washdesk/local-servers/processes/wait';
import { WriteDeadline } from '../../ports/write-deadline.ts';
import { controlByWebGate } from './definition.ts';

/** Opens the gate of the board at a port once, within one second: a process that a test stops in the middle. */
const config = controlByWebGate.config.parse({
  id: 'north',
  name: 'North',
  lane: 1,
  driver: 'controlbyweb-gate',
  host: '127.0.0.1',
  port: Number(process.argv[2]),
});
const gate = await controlByWebGate.create(config);
gate.start();
await until(() => gate.health().status === 'ready' || null, { what: 'the board' });
console.log('ready');
process.stdin.once('data', () => {
  void gate
    .pulse(WriteDeadline.none.within(1_000))
    .then(
      ({ result }) => console.log(result),
      (error: unknown) => console.log((error as Error).name),
    )
    .finally(() => process.exit());
});
