import { plantAbuse, withWashes, type PlantedAbuse } from './abuse.ts';
import { makeAdditionalPaymentMethods } from './additional-payment-methods.ts';
import { makePlanTypes, makePrices, makeProducts } from './catalogue.ts';
import { makeCounter } from './counter.ts';
import { makeEdgeCases, type EdgeCaseKey } from './edge-cases.ts';
import { giftCards, type GiftCardKey } from './gift-cards.ts';
import { withIncreases } from './increases.ts';
import type * as memberModel from './member-model.ts';
import { drawMember, type Pool } from './members.ts';
import type * as model from './model.ts';
import { makeNotes } from './notes.ts';
import { makePastBills, withEveryBill } from './past-bills.ts';
import type * as payment from './payment-model.ts';
import { makeEmployees, makeLogins } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { makeOptOuts, makeSignUps } from './sign-ups.ts';
import { makeReaders, makeTerminals, sites as allSites } from './sites.ts';
import { makeUsage } from './usage.ts';
import { makeColors, makeMakes, makeModels } from './vehicles.ts';

export interface CompanyOptions {
  seed?: number;
  /** The reference time for all dates (periods, washes, trials). */
  now: Date;
  /** The number of members, including the edge cases. */
  members?: number;
  /** Whether the sites charge sales tax. */
  taxed?: boolean;
  /** The months before the current one in which every plan has all its bills. Default: only a few members have bills of the past. */
  monthsBilled?: number;
}

export interface Company {
  seed: number;
  now: string;
  monthsBilled: number;
  sites: readonly model.Site[];
  terminals: model.Terminal[];
  readers: model.Reader[];
  employees: model.Employee[];
  logins: model.Login[];
  serviceAccounts: model.ServiceAccount[];
  makes: model.NamedId[];
  models: model.Model[];
  colors: model.NamedId[];
  products: model.Product[];
  prices: model.Price[];
  planTypes: model.SitewatchPlanType[];
  promos: model.Promo[];
  members: memberModel.Member[];
  monthlyUsage: memberModel.MonthlyUsage[];
  washes: memberModel.Wash[];
  /** The other register sales, with the outcomes of their card payments. */
  sales: payment.RegisterSale[];
  payments: payment.CardPayment[];
  additionalPaymentMethods: payment.AdditionalPaymentMethod[];
  giftCards: Record<GiftCardKey, payment.GiftCards>;
  notes: memberModel.Note[];
  signUps: memberModel.SignUp[];
  optOuts: memberModel.OptOut[];
  pastBills: memberModel.PastBill[];
  edgeCases: Record<EdgeCaseKey, memberModel.EdgeCase>;
  abuse: PlantedAbuse;
}

/** Generates the company. The same options always return the same company. */
export function makeCompany({ seed = 1, now, members: size = 2000, taxed = true, monthsBilled = 0 }: CompanyOptions): Company {
  const random = createRandom(seed);
  const sites = taxed ? allSites : allSites.map((site) => ({ ...site, taxRate: null }));
  const products = makeProducts();
  const prices = makePrices();
  const employees = makeEmployees();
  const terminals = makeTerminals();
  const shared = { now, sites, products, prices, employees };
  const pool: Pool = { ...shared, random: random.branch(), takenCodes: new Set(), nextSerial: counter(100) };
  const edgeCases = makeEdgeCases(pool);
  const others = Array.from({ length: Math.max(0, size - edgeCases.members.length) }, () => drawMember(pool));
  const members = [...edgeCases.members, ...withIncreases(random.branch(), now, others, prices)];
  const usage = makeUsage(random.branch(), now, members, { terminals, employees, products });
  const abuse = plantAbuse(others, { now, seed, terminals, employees, products });
  const washes = [...usage.washes, ...abuse.washes];
  const rungUp = makeCounter(random.branch(), { ...shared, terminals }, members, edgeCases.cases, washes);

  return {
    seed,
    now: now.toISOString(),
    monthsBilled,
    sites,
    terminals,
    readers: makeReaders(random.branch()),
    employees,
    logins: makeLogins(),
    serviceAccounts: makeServiceAccounts(random.branch(), sites),
    makes: makeMakes(),
    models: makeModels(),
    colors: makeColors(),
    products,
    prices,
    planTypes: makePlanTypes(products),
    promos: makePromos(),
    members,
    monthlyUsage: withWashes(usage.monthly, abuse.washes),
    abuse,
    ...rungUp,
    additionalPaymentMethods: makeAdditionalPaymentMethods(random.branch(), now, members, edgeCases.cases),
    giftCards,
    notes: makeNotes(random.branch(), now, members, edgeCases.cases, employees),
    signUps: makeSignUps(random.branch(), now, members, edgeCases.cases),
    optOuts: makeOptOuts(random.branch(), now, members, edgeCases.cases),
    pastBills: withEveryBill(makePastBills(random.branch(), now, members.slice(edgeCases.members.length), { prices, products }), {
      now,
      members,
      months: monthsBilled,
    }),
    edgeCases: edgeCases.cases,
  };
}

function counter(start: number): () => number {
  let last = start;
  return () => (last += 1);
}

function makePromos(): model.Promo[] {
  return [
    { id: 1, description: 'Grand Opening', active: true },
    { id: 2, description: 'Fall Special', active: true },
    { id: 3, description: 'Summer 2019', active: false },
  ];
}

/** Agents need no role: their account names their site, and they have access to nothing else. */
function makeServiceAccounts(random: Random, sites: readonly model.Site[]): model.ServiceAccount[] {
  return sites.map(({ number, name }) => ({
    clientId: `agent-${number}`,
    secret: random.characters(32, 'abcdefghijkmnpqrstuvwxyz23456789'),
    name: `Site agent ${name}`,
    roles: 0,
    site: number,
  }));
}
