import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { keyProblem } from '../adapters/stripe/key-problem.ts';
import { isLiveKey } from '../adapters/stripe/requests/connect.ts';
import { ConfigurationError, fileSettings, readConfig } from '../config.ts';
import { addFirstAdmin } from './setup/first-admin.ts';
import { generateSecrets } from './setup/generated-secrets.ts';
import { askAdmin, askHosts, askSettings } from './setup/prompts.ts';
import { answersFile, questions, type Admin, type Answers } from './setup/questions.ts';
import { SetupFolder, type Owner } from './setup/setup-folder.ts';
import { exitWithProblem, UsageProblem } from './tool.ts';

const usage = `Usage: npm run setup -- [--folder /etc/washdesk] [--answers <file.json>]
  [--owner <user of cloud-api>] [--broker-owner <user of Mosquitto>]   as numbers: 10001, or with the group 10001:10001
Asks for the settings, creates keys and passwords, and adds the first Admin. Run it again to change a setting or to go on.`;

/** @throws UsageProblem that names each wrong field */
function readAnswers(file: string): Answers {
  const parsed = answersFile.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new UsageProblem(`${file} is invalid:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

async function askAnswers(folder: SetupFolder): Promise<Answers> {
  if (!process.stdin.isTTY) throw new UsageProblem(`Run it at a terminal, or give the answers in a file.\n${usage}`);
  const settings = await askSettings(questions, folder);
  return { settings, hosts: await askHosts(answersFile.shape.hosts.parse(undefined), folder) };
}

/** @throws UsageProblem unless it is a user id, or that and a group id */
function readOwner(given: string | undefined): Owner | null {
  if (given === undefined) return null;
  const [, user, group = user] = /^(\d+)(?::(\d+))?$/.exec(given) ?? [];
  if (user === undefined) throw new UsageProblem(`An owner is a number, not '${given}'\n${usage}`);
  return { user: Number(user), group: Number(group) };
}

/** The address of a Stripe simulator, from the environment. */
function simulatorSettings(): Record<string, string | undefined> {
  const { WASHDESK_STRIPE_HOST, WASHDESK_STRIPE_PORT, WASHDESK_STRIPE_PROTOCOL } = process.env;
  return { WASHDESK_STRIPE_HOST, WASHDESK_STRIPE_PORT, WASHDESK_STRIPE_PROTOCOL };
}

/** Calls Stripe before anything is written. @throws UsageProblem if the keys cannot be used */
async function checkStripe({ settings }: Answers): Promise<void> {
  const { WASHDESK_STRIPE_SECRET_KEY: secretKey, WASHDESK_STRIPE_PUBLIC_KEY: publicKey } = settings;
  if (secretKey === undefined) return;
  if (publicKey !== undefined && isLiveKey(secretKey) !== publicKey.startsWith('pk_live_'))
    throw new UsageProblem('One of Stripe’s keys is a live key, the other a test key. Nothing was written');
  const { WASHDESK_STRIPE_HOST: host, WASHDESK_STRIPE_PORT: port, WASHDESK_STRIPE_PROTOCOL: protocol } = simulatorSettings();
  const simulator = { host, port: port === undefined ? undefined : Number(port), protocol: protocol as 'http' | undefined };
  const problem = await keyProblem({ secretKey, ...simulator, backgroundPerSecond: 1 });
  if (problem !== null) throw new UsageProblem(`Stripe doesn’t accept the secret key: ${problem}. Nothing was written`);
}

/** Writes everything that was answered, and creates what is missing. */
async function write(folder: SetupFolder, answers: Answers): Promise<void> {
  const generated = await generateSecrets(folder, answers);
  const answered = Object.entries(answers.settings).map(([name, value]) =>
    fileSettings.has(name) ? folder.secret(name, value) : { [name]: value },
  );
  folder.writeSettings(Object.assign(generated, ...answered) as Record<string, string>);
}

/** Returns, in words, what the installation lacks besides an Admin. */
function missingParts(folder: SetupFolder): string[] {
  const left = questions.filter(({ setting, without }) => without !== undefined && folder.settingOf(setting) === null);
  return [
    ...[...Map.groupBy(left, ({ without }) => without)].map(([words, of]) => `${words} (${of.map(({ setting }) => setting).join(', ')}).`),
    ...(folder.has('tls.pem')
      ? []
      : [`The proxy doesn’t start: ${folder.file('tls.pem')} must have the certificate and the key of the public address.`]),
  ];
}

/** @returns what prevents it, in words, or null */
async function admitAdmin(folder: SetupFolder, ask: () => Promise<Admin | null>): Promise<string | null> {
  try {
    const admin = await addFirstAdmin(readConfig({ ...simulatorSettings(), ...folder.settings() }).WASHDESK_DATABASE_URL, ask);
    if (admin.kind === 'missing') return `There is no Admin. ${admin.reason}, then run setup again.`;
    console.log(admin.kind === 'added' ? `${admin.name} was added as the first Admin.` : `${admin.name} is an Admin already.`);
    return null;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

await exitWithProblem(async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { folder: { ...text, default: '/etc/washdesk' }, answers: text, owner: text, 'broker-owner': text },
  });
  const cloud = readOwner(values.owner);
  const folder = new SetupFolder(values.folder, { cloud, broker: readOwner(values['broker-owner']) ?? cloud });
  const answers = values.answers === undefined ? await askAnswers(folder) : readAnswers(values.answers);
  await checkStripe(answers);
  await write(folder, answers);
  console.log(`Settings are in ${folder.file('cloud.env')}.`);

  const problem = await admitAdmin(folder, async () => (values.answers === undefined ? askAdmin() : (answers.admin ?? null)));
  if (problem !== null) process.exitCode = 1;
  const missing = [...(problem === null ? [] : [problem]), ...missingParts(folder)];
  console.log(missing.length === 0 ? 'Nothing is missing.' : `Missing:\n${missing.map((one) => `- ${one}`).join('\n')}`);
});
