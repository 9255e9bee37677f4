import { expect, it } from 'vitest';
import { sizeOf } from '@washdesk/test-support/sizes';
import { withCompany } from '../bench/company.ts';
import { describeP95, p95Ratio, type Run } from '../bench/figures.ts';
import { redeemAll } from '../bench/load.ts';
import { plates, settleRedeems } from '../bench/redeem.ts';
import { fromOneNetwork, guessPasswords, type Answers } from '../bench/sign-in.ts';
import { guessesPerSecond, registersUnderAttack } from '../bench/sizes.ts';
import { openRegister } from '../workbench/register.ts';

const { redeems, runs } = sizeOf('outsiders');

it(`${guessesPerSecond} wrong passwords a second from a /64 at most double the p95 of redeems, and let honest people sign in`, async () => {
  await withCompany(async (workbench) => {
    const register = await openRegister(workbench, 12);
    const codes = plates(workbench).slice(0, redeems);
    const [person] = workbench.company.logins;
    const redeem = async (): Promise<Run> => {
      await settleRedeems(workbench);
      return redeemAll(codes, { url: workbench.url, register, clients: registersUnderAttack });
    };
    const [quiet, attacked]: [Run[], Run[]] = [[], []];
    const [guessed, honest]: [Answers, Answers] = [new Map(), new Map()];
    // the first round warms up and is not counted; both kinds alternate, so that other load of the machine affects both
    for (let run = 0; run <= runs; run += 1) {
      const calm = await redeem();
      const guesses = guessPasswords(workbench.url, fromOneNetwork, person!);
      const slowed = await redeem();
      guesses.stop();
      if (run === 0) continue;
      quiet.push(calm);
      attacked.push(slowed);
      for (const [all, some] of [
        [guessed, guesses.guessed],
        [honest, guesses.honest],
      ] as const)
        for (const [status, count] of some) all.set(status, (all.get(status) ?? 0) + count);
    }
    console.log([describeP95('quiet', quiet), describeP95('guessed from a /64', attacked)].join('\n'));
    console.log({ guessed, honest });
    expect(guessed.has(200)).toBe(false);
    expect(guessed.get(429)).toBeGreaterThan(0);
    expect([...honest.keys()]).toEqual([200]);
    // other load of the machine makes a pair worse, never better
    const ratios = attacked.map((slowed, pair) => p95Ratio([slowed], [quiet[pair]!]));
    expect(Math.min(...ratios), `ratios of the pairs: ${ratios.join(', ')}`).toBeLessThanOrEqual(2);
  });
});
