import { createInterface } from 'node:readline/promises';
import { fileSettings, settingProblem } from '../../config.ts';
import { readHidden, readSecret } from '../secret-input.ts';
import { UsageProblem } from '../tool.ts';
import { host, type Admin, type Answers, type Question } from './questions.ts';
import type { SetupFolder } from './setup-folder.ts';

async function readLine(prompt: string): Promise<string> {
  const keyboard = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await keyboard.question(prompt)).trim();
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw new UsageProblem('Canceled');
    throw error;
  } finally {
    keyboard.close();
  }
}

/** Asks for one setting until it is valid. @returns undefined to keep its current value, or to leave it out */
async function askSetting({ setting, text, without }: Question, current: string | null): Promise<string | undefined> {
  const secret = fileSettings.has(setting);
  const known = secret ? '[unchanged]' : `[${current}]`;
  const hint = current === null ? (without === undefined ? '' : '(Enter to skip)') : known;
  for (;;) {
    const prompt = `${hint === '' ? text : `${text} ${hint}`}: `;
    const value = secret ? (await readHidden(prompt)).trim() : await readLine(prompt);
    if (value === '' && (current !== null || without !== undefined)) return undefined;
    const problem = settingProblem(setting, value);
    if (problem === null) return value;
    process.stderr.write(`  ${value === '' ? 'is required' : problem}\n`);
  }
}

/** Asks for all settings at the terminal. */
export async function askSettings(questions: readonly Question[], folder: SetupFolder): Promise<Answers['settings']> {
  const settings: Record<string, string> = {};
  for (const question of questions) {
    const value = await askSetting(question, folder.settingOf(question.setting));
    if (value !== undefined) settings[question.setting] = value;
  }
  return settings;
}

/** Asks for the hosts of the servers, while the addresses with their passwords are not made yet. */
export async function askHosts(defaults: Answers['hosts'], folder: SetupFolder): Promise<Answers['hosts']> {
  if (folder.has('secrets/database-url')) return defaults;
  return {
    postgres: await askHost('PostgreSQL', defaults.postgres),
    redis: await askHost('Redis', defaults.redis),
    mosquitto: await askHost('the MQTT broker', defaults.mosquitto),
  };
}

async function askHost(title: string, suggested: string): Promise<string> {
  for (;;) {
    const given = host.safeParse((await readLine(`Host of ${title} [${suggested}]: `)) || suggested);
    if (given.success) return given.data;
    process.stderr.write(`  ${given.error.issues[0]?.message}\n`);
  }
}

export async function askAdmin(): Promise<Admin> {
  process.stderr.write('The first Admin\n');
  return {
    number: Number((await readLine('Employee number [1]: ')) || 1),
    name: await readLine('Name: '),
    username: await readLine('Username: '),
    password: await readSecret('Password'),
    pin: await readSecret('PIN'),
  };
}
