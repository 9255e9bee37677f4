import { makeRedactionJob, type RedactionJob, type RedactionStatus } from '../objects/redaction-job.ts';
import { actionOperation, answerWith, createOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import type { Kind } from '../state/store.ts';
import { invalidParameter, noSuch } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';

const path = '/v1/privacy/redaction_jobs';
/** Stripe redacts no payment that is younger. */
const leastAge = 90 * 86_400;
const placeholder = '[redacted]';

function create(sandbox: Sandbox, input: Input): RedactionJob {
  const customers = input.object('objects')?.texts('customers') ?? [];
  const unknown = customers.find((id) => sandbox.store.find(id)?.object !== 'customer');
  if (unknown !== undefined) throw noSuch('customer', unknown, 'objects[customers]');
  const job = makeRedactionJob({ id: sandbox.newId('prj'), created: sandbox.now(), customers });
  sandbox.store.put(job);
  return job;
}

/** A running step has ended by the time the job is read. */
function read(sandbox: Sandbox, job: RedactionJob): RedactionJob {
  if (job.status === 'validating') return moved(sandbox, job, isOldEnough(sandbox, job) ? 'ready' : 'failed');
  if (job.status !== 'redacting') return job;
  for (const customer of job.objects.customers) redact(sandbox, customer);
  return moved(sandbox, job, 'succeeded');
}

function moved(sandbox: Sandbox, job: RedactionJob, status: RedactionStatus): RedactionJob {
  const next = { ...job, status };
  sandbox.store.put(next);
  return next;
}

const kinds = ['charge', 'payment_intent', 'invoice', 'subscription', 'subscription_schedule', 'payment_method'] as const satisfies Kind[];

function isOldEnough({ store, now }: Sandbox, { objects: { customers } }: RedactionJob): boolean {
  const isTheirs = ({ customer }: { customer: string | null }): boolean => customer !== null && customers.includes(customer);
  const running = store.list('subscription').some((one) => isTheirs(one) && !['canceled', 'incomplete_expired'].includes(one.status));
  return !running && !store.list('charge').some((one) => isTheirs(one) && one.created > now() - leastAge);
}

/** Replaces personal values of everything about the customer, and forgets the events with them. */
function redact({ store }: Sandbox, customer: string): void {
  const ids = new Set([customer]);
  for (const kind of kinds) {
    for (const object of store.list(kind)) {
      if (object.customer !== customer) continue;
      ids.add(object.id);
      store.put({ ...object, ...redactedFields(object) });
    }
  }
  for (const event of store.list('event')) if ([...ids].some((id) => JSON.stringify(event).includes(id))) store.remove(event.id);
}

const personal = [
  'billing_details',
  'customer_address',
  'customer_email',
  'customer_name',
  'customer_phone',
  'description',
  'receipt_email',
];

function redactedFields(object: object): Record<string, unknown> {
  const fields = Object.entries(object).filter(([name]) => personal.includes(name) || name === 'metadata');
  return Object.fromEntries(fields.map(([name, value]) => [name, withPlaceholders(value)]));
}

function withPlaceholders(value: unknown): unknown {
  if (typeof value === 'string') return placeholder;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPlaceholders(inner)]));
}

const action = (name: string, from: readonly RedactionStatus[], to: RedactionStatus): Operation =>
  actionOperation({
    kind: 'privacy.redaction_job',
    path: `${path}/:id/${name}`,
    parameters: [],
    run(sandbox, job) {
      if (!from.includes(job.status)) throw invalidParameter('job', `You cannot ${name} a redaction job in status ${job.status}.`);
      return moved(sandbox, job, to);
    },
  });

/** A public preview of Stripe (https://docs.stripe.com/api/privacy/redaction-job), which the types of the SDK lack. */
export const redactionJobOperations: readonly Operation[] = [
  createOperation(path, ['objects', 'validation_behavior'], create),
  {
    method: 'GET',
    path: `${path}/:id`,
    parameters: ['expand'],
    run(sandbox, { path: { id = '' }, input }) {
      const job = sandbox.store.get('privacy.redaction_job', id);
      if (!job) throw noSuch('redaction job', id, 'job');
      return answerWith(sandbox, read(sandbox, job), input);
    },
  },
  action('validate', ['failed', 'ready'], 'validating'),
  action('run', ['ready'], 'redacting'),
];
