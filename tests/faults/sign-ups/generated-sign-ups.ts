import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Stripe } from 'stripe';
import { CardHandles } from '@washdesk/cloud-api/common/card-handles';
import { Role } from '@washdesk/rules/company/roles';
import type { Member } from '@washdesk/simulators/company/member-model';
import { openSecrets } from '@washdesk/workbench/secrets';
import type { Workbench } from '@washdesk/workbench/workbench';
import { openRegister, type Register } from '../../workbench/register.ts';
import { planChangeSteps, terminationOf, upgradeOf } from '../payments/plan-change-steps.ts';
import type { BrowserRun } from '../run-through-crash.ts';
import { Browser } from './sign-up-browser.ts';
import { describeCase, mustSucceed, type Crash, type CrashCase } from './sign-up-cases.ts';
import { notSignedUp, signedUp, terminated, unchanged, upgraded, type Expected } from './sign-up-expected.ts';
import type { WorkbenchAccess, Subject, ObservedState } from './sign-up-observed.ts';
import { newMember, signUpSteps } from './sign-up-steps.ts';

const site = 12;
const [kiss, plus] = ['price_SuperKiss_12', 'price_SuperKissPlus_12'];

/** A browser in the middle of a flow, and the required end of the flow. */
export interface CheckedRun extends BrowserRun {
  /** The case, shown with a failure. */
  name: string;
  /** The member as known at the end. */
  subject(): Subject;
  /** Whether the flow must succeed; null if either is correct. */
  must: boolean | null;
  /** @param happened whether the flow has succeeded */
  expected(happened: boolean, found: ObservedState): Expected;
}

/** Creates the people of all cases: new ones sign up, members of the company change their plans. */
export class GeneratedSignUps {
  readonly #workbench: Workbench;
  readonly #stripe: Stripe;
  readonly #random: () => number;
  readonly #members: Member[];
  readonly #handles: CardHandles;
  #newcomers = 0;

  constructor(workbench: Workbench, stripe: Stripe, random: () => number) {
    this.#workbench = workbench;
    this.#stripe = stripe;
    this.#random = random;
    const tokenKey = openSecrets(path.join(workbench.folder, 'secrets')).keyFile('token');
    this.#handles = new CardHandles(createPrivateKey(readFileSync(tokenKey)));
    const edgeCases = new Set(Object.values(workbench.company.edgeCases).map(({ customer }) => customer));
    this.#members = workbench.company.members.filter((member) => !edgeCases.has(member.id) && isPlain(member));
  }

  /** Signs people in again for each crash: a session's token is short-lived. */
  async of(crash: Crash): Promise<CheckedRun[]> {
    const cashier = await openRegister(this.#workbench, site);
    const manager = await openManagersRegister(this.#workbench);
    const signUps: CheckedRun[] = [];
    for (const at of crash.cases) {
      const life = at.what === 'sign-up' ? await this.#signUp(cashier) : this.#planChange(at, manager);
      signUps.push({ ...life, at, name: describeCase(crash, at), must: mustSucceed(at, crash) });
    }
    return signUps;
  }

  async #signUp(register: Register) {
    this.#newcomers += 1;
    const typed = { number: '4242424242424242', exp_month: 12, exp_year: new Date().getFullYear() + 3, cvc: '123' };
    const { id } = await this.#stripe.paymentMethods.create({ type: 'card', card: typed });
    // a register names a card by the handle from the cloud
    const card = this.#handles.handleOf(id);
    const who = newMember(this.#newcomers, { card, plan: kiss, withCard: this.#random() < 0.5 });
    const browser = new Browser(register);
    return {
      browser,
      steps: signUpSteps.map((step) => () => step(browser, who)),
      subject: () => who,
      expected: (happened: boolean, found: ObservedState) => (happened ? signedUp(who, found) : notSignedUp(found)),
    };
  }

  #planChange({ what }: CrashCase, register: Register) {
    const member = this.#members.shift();
    if (!member) throw new Error('The company has too few members for the cases');
    const { id: customer, plate, email } = member;
    const who = what === 'upgrade' ? upgradeOf(member, plus) : terminationOf(member);
    const whenDone = (found: ObservedState): Expected => (what === 'upgrade' ? upgraded(plus, found) : terminated(found));
    const browser = new Browser(register);
    return {
      browser,
      steps: planChangeSteps.map((step) => () => step(browser, who)),
      subject: () => ({ customer, plate, email, phone: null }),
      expected: (happened: boolean, found: ObservedState) => (happened ? whenDone(found) : unchanged(kiss)),
    };
  }
}

/** Opens registers of employees who may end a plan. */
export const openManagersRegister = (workbench: WorkbenchAccess): Promise<Register> =>
  openRegister(workbench, site, 'Washcashier2', Role.Cashier | Role.User | Role.SalesManager);

function isPlain({ site: home, subscription, deleted }: Member): boolean {
  if (deleted || home !== site || subscription?.status !== 'active') return false;
  return subscription.priceId === kiss && !subscription.increase && !subscription.cancelAtPeriodEnd;
}
