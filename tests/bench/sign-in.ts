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

const attacks: Record<string, AddressOf> = {
  'guessed from one address': () => '203.0.113.7',
  'guessed from many addresses': (guess) => `10.${(guess >> 16) & 255}.${(guess >> 8) & 255}.${guess & 255}`,
};

interface Guesses {
  stop(): void;
  /** Number of responses by status. */
  answers: Map<number, number>;
}

let guessesSent = 0;

function sendGuess(url: string, addressOf: AddressOf, answers: Guesses['answers']): void {
  guessesSent += 1;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOf(guessesSent) };
  const sent = request(`${url}/api/auth/loginuser`, { method: 'POST', headers }, (response) => {
    const { statusCode = 0 } = response;
    answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
    response.resume();
  });
  // a call cut off at the end of a run has no response
  sent.on('error', () => undefined);
  sent.end(JSON.stringify({ username: `somebody-${guessesSent % 100}`, password: 'not the password' }));
}

function guessPasswords(url: string, addressOf: AddressOf): Guesses {
  const answers: Guesses['answers'] = new Map();
  const timer = setInterval(() => sendGuess(url, addressOf, answers), 1_000 / guessesPerSecond);
  return { answers, stop: () => clearInterval(timer) };
}

/** Measures redeems of several registers, with and without password guessing, alternately. */
export async function benchSignIn(workbench: Workbench): Promise<string[]> {
  const codes = plates(workbench).slice(0, carsUnderAttack);
  const register = await openRegister(workbench, site);
  const redeem = async (): Promise<Run> => {
    await settleRedeems(workbench);
    return redeemAll(codes, { url: workbench.url, register, clients: registersUnderAttack });
  };
  const quiet: Run[] = [];
  const measured = Object.entries(attacks).map(([name, addressOf]) => ({ name, addressOf, runs: [] as Run[], seen: '' }));
  // the warm-up run is not counted
  for (let run = 0; run <= runs; run += 1) {
    const calm = await redeem();
    if (run > 0) quiet.push(calm);
    for (const one of measured) {
      const guesses = guessPasswords(workbench.url, one.addressOf);
      const result = await redeem();
      guesses.stop();
      if (run > 0) one.runs.push(result);
      one.seen = [...guesses.answers].map(([status, count]) => `${count} times ${status}`).join(', ');
    }
  }
  return [
    `Redeem while passwords are guessed: ${codes.length} members a run, ${registersUnderAttack} registers, ${guessesPerSecond} wrong passwords a second`,
    describeP95('quiet', quiet),
    ...measured.flatMap(({ name, runs: slowed, seen }) => {
      const ratio = p95Ratio(slowed, quiet);
      const verdict = `${ratio.toFixed(2)} times the quiet p95; the aim is at most ${aim}: ${ratio <= aim ? 'reached' : 'missed'}`;
      return [describeP95(name, slowed), `    ${verdict} (the last run was answered ${seen})`];
    }),
  ];
}
