import { z } from 'zod';
import { settingProblem, type SettingName } from '../../config.ts';

export interface Question {
  setting: SettingName;
  text: string;
  /** What does not work without it; a setting without this is required. */
  without?: string;
}

const noEmail = 'Email is off: members get no links and receipts';

export const questions: readonly Question[] = [
  { setting: 'WASHDESK_PUBLIC_URL', text: 'Public address, such as https://desk.example.com' },
  { setting: 'WASHDESK_STRIPE_SECRET_KEY', text: 'Secret key of Stripe (sk_…)' },
  { setting: 'WASHDESK_STRIPE_PUBLIC_KEY', text: 'Publishable key of Stripe (pk_…)' },
  {
    setting: 'WASHDESK_STRIPE_WEBHOOK_SECRET',
    text: 'Signing secret of Stripe’s webhook (whsec_…)',
    without: 'Changes at Stripe don’t arrive. Add the endpoint <public address>/api/webhook/stripe in Stripe’s Dashboard',
  },
  {
    setting: 'WASHDESK_SMTP_URL',
    text: 'Mail server, such as smtps://user:password@mail.example.com',
    without: noEmail,
  },
  { setting: 'WASHDESK_MAIL_FROM', text: 'Mail sender, such as Washdesk <desk@example.com>', without: noEmail },
  {
    setting: 'WASHDESK_SITE_BROKER_URL',
    text: 'Address of the broker for sites, such as mqtts://broker.example.com:8883',
    without: 'Sites can’t be enrolled, and Mosquitto has no certificate',
  },
];

export const admin = z.object({
  number: z.number().int().min(1).default(1),
  name: z.string(),
  username: z.string(),
  password: z.string(),
  pin: z.string(),
});
export type Admin = z.output<typeof admin>;

/** Addresses with their passwords are made of it. */
export const host = z
  .string()
  .regex(
    /^(?:[\w.-]+|\[[\da-f:]+\])$/iu,
    'must be a name or an address, without a port: for another port give the whole address in a file of answers',
  );

/** Answers of a file: settings by their names, the servers' hosts, and the first Admin. */
export const answersFile = z.strictObject({
  settings: z.record(z.string(), z.string()).superRefine((settings, context) => {
    for (const [name, value] of Object.entries(settings)) {
      const problem = settingProblem(name, value);
      if (problem !== null) context.addIssue({ code: 'custom', path: [name], message: problem });
    }
  }),
  /** Default: the names of the services in compose.yaml. */
  hosts: z
    .strictObject({
      postgres: host.default('postgres'),
      redis: host.default('redis'),
      mosquitto: host.default('mosquitto'),
    })
    .prefault({}),
  admin: admin.optional(),
});
export type Answers = z.output<typeof answersFile>;
