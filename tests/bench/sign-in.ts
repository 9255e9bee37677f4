import { request } from 'node:http';
import type { Workbench } from '@washdesk/workbench/workbench';
import { openRegister } from '../workbench/register.ts';
import { describeP95, p95Ratio, type Run } from './figures.ts';
import { redeemAll } from './load.ts';
import { plates, settleRedeems } from './redeem.ts';
import { carsUnderAttack, guessesPerSecond, registersUnderAttack, runs } from './sizes.ts';

const site = 12;
const aim = 2;

/** The guesser's address: always the same, or another one each time, according to the proxy. */
type AddressOf = (guess: number) => string;

/** Another address of one /64 each time. */
export const fromOneNetwork: AddressOf = (guess) => `[2001:db8:1:2::${guess.toString(16)}]:51423`;

const attacks = {
  'guessed from one address': () => '203.0.113.7',
  'guessed from a /64': fromOneNetwork,
  'guessed from many addresses': (guess) => `10.${(guess >> 16) & 255}.${(guess >> 8) & 255}.${guess & 255}`,
} satisfies Record<string, AddressOf>;

/** Number of responses by status. */
export type Answers = Map<number, number>;

interface Guesses {
  stop(): void;
  guessed: Answers;
  honest: Answers;
}

let sent = 0;

function signIn(url: string, address: string, credentials: { username: string; password: string }, answers: Answers): void {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const call = request(`${url}/api/auth/loginuser`, { method: 'POST', headers }, (response) => {
    const { statusCode = 0 } = response;
    answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
    response.resume();
  });
  // a call cut off at the end of a run has no response
  call.on('error', () => undefined);
  call.end(JSON.stringify(credentials));
}

function sendGuess(url: string, addressOf: AddressOf, answers: Answers): void {
  sent += 1;
  signIn(url, addressOf(sent), { username: `somebody-${sent % 100}`, password: 'not the password' }, answers);
}

/** Sends wrong passwords, and once per second the right one of a person from a new network elsewhere. */
export function guessPasswords(url: string, addressOf: AddressOf, person: { username: string; password: string }): Guesses {
  const [guessed, honest]: [Answers, Answers] = [new Map(), new Map()];
  const timers = [
    setInterval(() => sendGuess(url, addressOf, guessed), 1_000 / guessesPerSecond),
    setInterval(() => signIn(url, `198.51.${sent & 255}.${(sent >> 8) & 255}`, person, honest), 1_000),
  ];
  return { guessed, honest, stop: () => timers.forEach((timer) => clearInterval(timer)) };
}

const described = (answers: Answers): string => [...answers].map(([status, count]) => `${count} times ${status}`).join(', ');

/** Measures redeems of several registers, with and without password guessing, alternately. */
export async function benchSignIn(workbench: Workbench): Promise<string[]> {
  const codes = plates(workbench).slice(0, carsUnderAttack);
  const person = workbench.company.logins[0];
  if (!person) throw new Error('The company has no login');
  const redeem = async (): Promise<Run> => {
    await settleRedeems(workbench);
    // an access token is valid for ten minutes, all runs take longer
    const register = await openRegister(workbench, site);
    return redeemAll(codes, { url: workbench.url, register, clients: registersUnderAttack });
  };
  const quiet: Run[] = [];
  const measured = Object.entries(attacks).map(([name, addressOf]) => ({ name, addressOf, runs: [] as Run[], seen: '' }));
  // the warm-up run is not counted
  for (let run = 0; run <= runs; run += 1) {
    const calm = await redeem();
    if (run > 0) quiet.push(calm);
    for (const one of measured) {
      const guesses = guessPasswords(workbench.url, one.addressOf, { username: person.username, password: person.password });
      const result = await redeem().finally(() => guesses.stop());
      if (run > 0) one.runs.push(result);
      one.seen = `${described(guesses.guessed)}; honest sign-ins from elsewhere: ${described(guesses.honest) || 'none'}`;
    }
  }
  return [
    `Redeem while passwords are guessed: ${codes.length} members a run, ${registersUnderAttack} registers, ${guessesPerSecond} wrong passwords a second`,
    describeP95('quiet', quiet),
    ...measured.flatMap(({ name, runs: slowed, seen }) => {
      const ratio = p95Ratio(slowed, quiet);
      const verdict = `${ratio.toFixed(2)} times the quiet p95; the aim is at most ${aim}: ${ratio <= aim ? 'reached' : 'missed'}`;
      return [describeP95(name, slowed), `    ${verdict} (the last run returned ${seen})`];
    }),
  ];
}
