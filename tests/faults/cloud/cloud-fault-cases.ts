import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { newAuthority } from '@washdesk/cloud-api/adapters/x509-authority/new-authority';
import { startCloudApi } from '@washdesk/cloud-api/compose';
import { readConfig } from '@washdesk/cloud-api/config';
import { openLog } from '@washdesk/cloud-api/http/log';
import type { CloudFaultCode } from '@washdesk/rules/company/cloud-faults';
import { until } from '@washdesk/test-support/until';
import type { FaultyCloud } from './faulty-cloud.ts';

export interface CloudFaultCase {
  code: CloudFaultCode;
  name: string;
  /** @returns mends it */
  inject(faulty: FaultyCloud): Promise<() => Promise<unknown> | void>;
}

/** A new connection makes three round trips, which must take less than 3 s. */
const delayMs = 900;

/** Holds a lock in a transaction of another program until it is released. */
async function holdLock({ cloud }: FaultyCloud, statement: string): Promise<() => Promise<unknown>> {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = cloud.database.db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return () => {
    release.resolve();
    return done;
  };
}

/** A job that is due and that another transaction has locked, so that no worker can take it. */
async function stuckJob(faulty: FaultyCloud): Promise<() => Promise<unknown>> {
  const id = randomUUID();
  await sql`insert into job (id, kind, what, key, payload, state, due, deadline, created, claimed_until)
    values (${id}, 'once', 'alert.send', ${id}, '{}', 'pending', now() - interval '90 seconds', now() + interval '1 day', now(),
      now() + interval '10 seconds')`.execute(faulty.cloud.database.db);
  return holdLock(faulty, `select from job where id = '${id}' for update`);
}

const customer = ({ cloud }: FaultyCloud) => cloud.sdk.customers.create({ name: 'Moore, Ada' });
const announce = ({ cloud }: FaultyCloud, kinds: ['*'] | ['payout.paid']) =>
  cloud.sdk.webhookEndpoints.update('we_given', { enabled_events: kinds });
const later = ({ cloud }: FaultyCloud, minutes: number) =>
  cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + minutes * 60_000).toISOString());

/** Every fault of the cloud, made with the real parts. */
export const cloudFaultCases: readonly CloudFaultCase[] = [
  {
    code: 'broker',
    name: 'a broker that is away',
    async inject({ broker }) {
      broker.cut();
      return () => broker.restore();
    },
  },
  {
    code: 'stripe',
    name: 'Stripe that refuses the key',
    async inject({ stripe }) {
      stripe.refuse = true;
      return () => void (stripe.refuse = false);
    },
  },
  {
    code: 'disk',
    name: 'a disk that is nearly full',
    async inject({ disk }) {
      await disk.fill();
      return () => disk.empty();
    },
  },
  {
    code: 'mail',
    name: 'a mail server that refuses the sender',
    async inject({ mailbox, sendMail }) {
      await mailbox.behave({ blocked: true });
      await sendMail();
      return async () => {
        await mailbox.behave({ blocked: false });
        await sendMail();
      };
    },
  },
  {
    code: 'jobs',
    name: 'a job that no worker can take',
    inject: stuckJob,
  },
  {
    code: 'webhook',
    name: 'a webhook that receives no events',
    async inject(faulty) {
      await customer(faulty);
      await faulty.cloud.settled();
      await announce(faulty, ['payout.paid']);
      await later(faulty, 1);
      await customer(faulty);
      await later(faulty, 120);
      return async () => {
        await announce(faulty, ['*']);
        await customer(faulty);
        await faulty.cloud.settled();
      };
    },
  },
  {
    code: 'clock',
    name: 'a clock that differs from Stripe’s',
    async inject({ stripe }) {
      stripe.aheadMs = 90_000;
      return () => void (stripe.aheadMs = 0);
    },
  },
  {
    code: 'certificate',
    name: 'a server with a site CA that ends in ten days',
    async inject({ cloud }) {
      const now = new Date();
      const ca = await newAuthority('Old', new Date(Date.UTC(now.getUTCFullYear() - 20, now.getUTCMonth(), now.getUTCDate() + 10)));
      const settings = {
        ...cloud.settings,
        WASHDESK_PORT: '0',
        WASHDESK_SITE_CA_CERTIFICATE: ca.certificate,
        WASHDESK_SITE_CA_KEY: ca.key,
        WASHDESK_SITE_BROKER_URL: 'mqtts://broker.washdesk.example',
      };
      const server = await startCloudApi(readConfig(settings), openLog('silent'));
      return () => server.stop();
    },
  },
  {
    code: 'roster',
    name: 'events that cannot be processed',
    async inject(faulty) {
      const { db } = faulty.cloud.database;
      const release = await holdLock(faulty, 'lock table mirror_customer in exclusive mode');
      await customer(faulty);
      const waiting = () => db.selectFrom('provider_event').select('id').where('worked', 'is', null).executeTakeFirst();
      await until('the event is there', async () => (await waiting()) ?? null);
      await sql`update provider_event set received = received - interval '3 minutes' where worked is null`.execute(db);
      return release;
    },
  },
  {
    code: 'database',
    name: 'a slow database',
    async inject({ database }) {
      database.slow(delayMs);
      return () => database.slow(0);
    },
  },
];
