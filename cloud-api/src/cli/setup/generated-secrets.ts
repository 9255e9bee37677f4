import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeMosquittoFiles } from './mosquitto-files.ts';
import type { Answers } from './questions.ts';
import { secretFile, type SetupFolder } from './setup-folder.ts';

const newPassword = (): string => randomBytes(24).toString('base64url');
const newKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Creates keys and passwords that are neither answered nor there; existing ones stay. @returns the settings that name them */
export async function generateSecrets(folder: SetupFolder, answers: Answers): Promise<Record<string, string>> {
  const { hosts, settings } = answers;
  const create: Record<string, () => string> = {
    WASHDESK_TOKEN_KEY: newKey,
    WASHDESK_COMMAND_KEY: newKey,
    WASHDESK_BROKER_PASSWORD: newPassword,
    WASHDESK_DATABASE_URL: () => newDatabaseUrl(folder, hosts.postgres),
    WASHDESK_REDIS_URL: () => `redis://:${folder.keep('redis-password', newPassword)}@${hosts.redis}:6379`,
  };
  const unanswered = Object.entries(create).filter(([setting]) => settings[setting] === undefined);
  const files = unanswered.map(([setting, value]) => folder.keepSecret(setting, value));
  const brokerPassword = settings['WASHDESK_BROKER_PASSWORD'] ?? folder.read(secretFile('WASHDESK_BROKER_PASSWORD')) ?? '';
  return {
    WASHDESK_BROKER_URL: `mqtts://${hosts.mosquitto}:8884`,
    WASHDESK_BROKER_USERNAME: 'cloud',
    ...folder.settings(),
    ...Object.assign({}, ...files),
    ...(await writeMosquittoFiles(folder, answers, brokerPassword)),
  };
}

/** Also creates the password and the address of the tables' owner, for migrations. */
function newDatabaseUrl(folder: SetupFolder, host: string): string {
  const owner = folder.keep('postgres-password', newPassword);
  folder.keep('owner-database-url', () => `postgres://washdesk:${owner}@${host}:5432/washdesk`);
  return `postgres://washdesk_cloud:${newPassword()}@${host}:5432/washdesk`;
}
