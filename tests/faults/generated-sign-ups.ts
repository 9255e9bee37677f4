import type { Workbench } from '@washdesk/deploy/local/workbench';
import { Role } from '@washdesk/rules/company/roles';
import type { Stripe } from 'stripe';
import type { Member } from '../simulators/company/member-model.ts';
import { openRegister, type Register } from '../support/register.ts';
import { planChangeSteps, terminationOf, upgradeOf } from './plan-change-steps.ts';
import { Browser } from './sign-up-browser.ts';
import { describeCase, mustHappen, type Death, type HealCase } from './sign-up-cases.ts';
import type { Walker } from './sign-up-kill.ts';
import { notSignedUp, signedUp, terminated, unchanged, upgraded, type Expected } from './sign-up-expected.ts';
import { newcomer, signUpSteps } from './sign-up-steps.ts';
import type { AskedWorkbench, Subject, Truth } from './sign-up-truth.ts';

const site = 12;
const [kiss, plus] = ['price_SuperKiss_12', 'price_SuperKissPlus_12'];

/** Somebody in the middle of something, and how it must end for them. */
export interface Life extends Walker {
  /** The case, for a reader of a failure. */
  name: string;
  /** By the end. */
  subject(): Subject;
  /** Whether what is wanted must come to be; null where either is right. */
  must: boolean | null;
  /** @param happened what was wanted has come to be */
  expected(happened: boolean, found: Truth): Expected;
}

/** Makes the people of all cases: new ones sign up, members of the company change their plans. */
export class GeneratedSignUps {
  readonly #workbench: Workbench;
  readonly #stripe: Stripe;
  readonly #random: () => number;
  readonly #members: Member[];
  #newcomers = 0;

  constructor(workbench: Workbench, stripe: Stripe, random: () => number) {
    this.#workbench = workbench;
    this.#stripe = stripe;
    this.#random = random;
    const edgeCases = new Set(Object.values(workbench.company.edgeCases).map(({ customer }) => customer));
    this.#members = workbench.company.members.filter((member) => !edgeCases.has(member.id) && isPlain(member));
  }

  /** People are signed in anew for each death: a session's token is short-lived. */
  async of(death: Death): Promise<Life[]> {
    const cashier = await openRegister(this.#workbench, site);
    const manager = await openManagersRegister(this.#workbench);
    const signUps: Life[] = [];
    for (const at of death.cases) {
      const life = at.what === 'sign-up' ? await this.#signUp(cashier) : this.#planChange(at, manager);
      signUps.push({ ...life, at, name: describeCase(death, at), must: mustHappen(at, death) });
    }
    return signUps;
  }

  async #signUp(register: Register) {
    this.#newcomers += 1;
    const typed = { number: '4242424242424242', exp_month: 12, exp_year: new Date().getFullYear() + 3, cvc: '123' };
    const { id: card } = await this.#stripe.paymentMethods.create({ type: 'card', card: typed });
    const who = newcomer(this.#newcomers, { card, plan: kiss, withCard: this.#random() < 0.5 });
    const browser = new Browser(register);
    return {
      browser,
      steps: signUpSteps.map((step) => () => step(browser, who)),
      subject: () => who,
      expected: (happened: boolean, found: Truth) => (happened ? signedUp(who, found) : notSignedUp(found)),
    };
  }

  #planChange({ what }: HealCase, register: Register) {
    const member = this.#members.shift();
    if (!member) throw new Error('The company has too few members for so many cases');
    const { id: customer, plate, email } = member;
    const who = what === 'upgrade' ? upgradeOf(member, plus) : terminationOf(member);
    const whenDone = (found: Truth): Expected => (what === 'upgrade' ? upgraded(plus, found) : terminated(found));
    const browser = new Browser(register);
    return {
      browser,
      steps: planChangeSteps.map((step) => () => step(browser, who)),
      subject: () => ({ customer, plate, email, phone: null }),
      expected: (happened: boolean, found: Truth) => (happened ? whenDone(found) : unchanged(kiss)),
    };
  }
}

/** Of those who may end a plan. */
export const openManagersRegister = (workbench: AskedWorkbench): Promise<Register> =>
  openRegister(workbench, site, 'Washcashier2', Role.Cashier | Role.User | Role.SalesManager);

function isPlain({ site: home, subscription, deleted }: Member): boolean {
  if (deleted || home !== site || subscription?.status !== 'active') return false;
  return subscription.priceId === kiss && !subscription.increase && !subscription.cancelAtPeriodEnd;
}
