import type { Logger } from 'pino';
import { alertWebhook } from './adapters/alert-webhook/alert-webhook.ts';
import { argon2Hasher } from './adapters/argon2/argon2-hasher.ts';
import { companyClock } from './adapters/clock/offset-clock.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { fetchappCoupons } from './adapters/fetchapp/fetchapp-coupons.ts';
import { memoryCache } from './adapters/memory-cache/memory-cache.ts';
import { MqttSiteConnection } from './adapters/mqtt-site/site-connection.ts';
import { mqttTopicWatch } from './adapters/mqtt-site/topic-watch.ts';
import { postgresLoyalty } from './adapters/postgres-loyalty/postgres-loyalty.ts';
import { releasesFolder } from './adapters/releases-folder/releases-folder.ts';
import { smtpMessaging } from './adapters/smtp/smtp-messaging.ts';
import { WatchedMail } from './adapters/smtp/watched-mail.ts';
import { stripeHealth } from './adapters/stripe/stripe-health.ts';
import { paymentsByPriority } from './adapters/stripe/stripe-payments.ts';
import { stripeEvents } from './adapters/stripe/webhook.ts';
import { twilioInbound } from './adapters/twilio/inbound.ts';
import { twilioMessaging } from './adapters/twilio/twilio-messaging.ts';
import { currentRequestId } from './common/request-scope.ts';
import { siteCommandTimes } from './common/site-command-times.ts';
import type { Config } from './config.ts';
import { Notifications } from './db/notifications.ts';
import { openPool } from './db/pool.ts';
import type { Channel } from './db/tables/messages.ts';
import type { Cache } from './ports/cache.ts';
import type { CertificateAuthority } from './ports/certificate-authority.ts';
import type { Coupons } from './ports/coupons.ts';
import type { Messaging } from './ports/messaging.ts';
import { stripeAddress } from './stripe-address.ts';

/** The message channels in this installation's configuration. */
function messagingOf(config: Config): { sms?: Messaging; email?: WatchedMail } {
  const { WASHDESK_SMS_ACCOUNT: account, WASHDESK_SMS_TOKEN: token, WASHDESK_SMS_FROM: number, WASHDESK_SMS_URL: url } = config;
  const { WASHDESK_SMTP_URL: server, WASHDESK_MAIL_FROM: from } = config;
  return {
    ...(account && token && number && { sms: twilioMessaging({ url, account, token, from: number }) }),
    ...(server && from && { email: new WatchedMail(smtpMessaging({ url: server, from })) }),
  };
}

/** Null if no account at FetchApp is configured. */
function couponsOf({ WASHDESK_FETCHAPP_URL: url, WASHDESK_FETCHAPP_KEY: key, WASHDESK_FETCHAPP_TOKEN: token }: Config): Coupons | null {
  return key && token ? fetchappCoupons({ url, key, token }) : null;
}

/** The Redis client is a third of all loaded modules, so it is loaded only if one is configured. */
async function cacheOf({ WASHDESK_REDIS_URL: url }: Config, log: Logger): Promise<Cache> {
  if (url === undefined) return memoryCache();
  const { redisCache } = await import('./adapters/redis-cache/redis-cache.ts');
  return redisCache(url, log);
}

/** Null if agents are not enrolled here. The library is large, so it is loaded only if one is configured. */
async function siteAuthorityOf(config: Config): Promise<CertificateAuthority | null> {
  const { WASHDESK_SITE_CA_CERTIFICATE: certificate, WASHDESK_SITE_CA_KEY: key } = config;
  if (!certificate || !key) return null;
  const { x509Authority } = await import('./adapters/x509-authority/x509-authority.ts');
  return x509Authority(certificate, key);
}

/** The parts outside this process: the database, the payment provider, the connection to the sites, clocks, texts and e-mails. */
export async function createInfrastructure(config: Config, log: Logger) {
  const { WASHDESK_DATABASE_URL: databaseUrl, WASHDESK_DATABASE_CONNECTIONS: connections } = config;
  const pool = openPool(databaseUrl, (error) => log.warn({ err: error }, 'Database connection lost'), connections);
  const broker = { url: config.WASHDESK_BROKER_URL, username: config.WASHDESK_BROKER_USERNAME, password: config.WASHDESK_BROKER_PASSWORD };
  const { WASHDESK_STRIPE_WEBHOOK_SECRET: webhookSecrets, WASHDESK_SMS_TOKEN: smsToken } = config;
  const payments = paymentsByPriority(stripeAddress(config));
  const commandTimes = siteCommandTimes();
  const messaging: Partial<Record<Channel, Messaging>> & { email?: WatchedMail } = messagingOf(config);
  return {
    pool,
    db: pool.db,
    notifications: new Notifications({ url: databaseUrl, log }),
    payments: payments.interactive,
    backgroundPayments: payments.background,
    paymentsHealth: stripeHealth(stripeAddress(config), systemClock),
    /** Null if the provider's events are not received. */
    events: webhookSecrets === undefined ? null : stripeEvents(webhookSecrets.split(' ')),
    sites: new MqttSiteConnection({
      broker,
      key: config.WASHDESK_COMMAND_KEY,
      kid: config.WASHDESK_COMMAND_KID,
      requestId: currentRequestId,
      onOutcome: (command, outcome, ms) => commandTimes.observe({ command, outcome }, ms / 1_000),
      log,
    }),
    commandTimes,
    topicWatch: mqttTopicWatch(broker, log),
    clock: companyClock(config.WASHDESK_CLOCK_FILE),
    systemClock,
    hasher: argon2Hasher(),
    loyalty: postgresLoyalty(pool.db),
    messaging,
    alertWebhook: alertWebhook(systemClock),
    coupons: couponsOf(config),
    cache: await cacheOf(config, log),
    siteAuthority: await siteAuthorityOf(config),
    /** Null without a folder of releases. */
    releases: config.WASHDESK_RELEASES_FOLDER === undefined ? null : releasesFolder(config.WASHDESK_RELEASES_FOLDER),
    /** Null if texts are not configured. */
    inboundTexts: smsToken === undefined ? null : twilioInbound(smsToken),
  };
}
