import { daysBefore } from './calendar.ts';
import { makePlanTypes, makePrices, makeProducts } from './catalogue.ts';
import { drawMember, type Pool } from './members.ts';
import { makeOddOnes, type OddKey } from './odd-ones.ts';
import { makeEmployees, makeLogins } from './people.ts';
import { createRandom, uuidAt, type Random } from './random.ts';
import { makeReaders, makeTerminals, sites } from './sites.ts';
import { makeUsage } from './usage.ts';
import { makeColors, makeMakes, makeModels } from './vehicles.ts';
import type * as memberModel from './member-model.ts';
import type * as model from './model.ts';

export interface CompanyOptions {
  seed?: number;
  /** Everything that depends on the date (periods, washes, trials) is laid around this instant. */
  now: Date;
  /** How many members in all, the odd ones included. */
  members?: number;
}

export interface Company {
  seed: number;
  now: string;
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
  notes: memberModel.Note[];
  odd: Record<OddKey, memberModel.OddCase>;
}

/** Invents the company. The same options always give the same company. */
export function makeCompany({ seed = 1, now, members: size = 2000 }: CompanyOptions): Company {
  const random = createRandom(seed);
  const products = makeProducts();
  const prices = makePrices();
  const employees = makeEmployees();
  const terminals = makeTerminals();
  const pool: Pool = { random: random.branch(), now, products, prices, employees, takenCodes: new Set(), nextSerial: counter(100) };
  const oddOnes = makeOddOnes(pool);
  const members = [...oddOnes.members];
  while (members.length < size) members.push(drawMember(pool));
  const usage = makeUsage(random.branch(), now, members, { terminals, employees, products });

  return {
    seed,
    now: now.toISOString(),
    sites,
    terminals,
    readers: makeReaders(random.branch()),
    employees,
    logins: makeLogins(),
    serviceAccounts: makeServiceAccounts(random.branch()),
    makes: makeMakes(),
    models: makeModels(),
    colors: makeColors(),
    products,
    prices,
    planTypes: makePlanTypes(products),
    promos: makePromos(),
    members,
    monthlyUsage: usage.monthly,
    washes: usage.washes,
    notes: makeNotes(random.branch(), now, members, oddOnes.cases),
    odd: oddOnes.cases,
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

function makeNotes(
  random: Random,
  now: Date,
  members: readonly memberModel.Member[],
  odd: Record<OddKey, memberModel.OddCase>,
): memberModel.Note[] {
  const note = (customer: string, text: string, agent: string, at: string, attention = false): memberModel.Note => ({
    id: uuidAt(random, at),
    customer,
    note: text,
    attention,
    agent,
    at,
  });
  const recently = daysBefore(now, 6).toISOString();
  return [
    note(odd.attentionNote.customer, 'Card reported stolen: ask for a new one.', 'Priya Raman', recently, true),
    note(odd.cloneSource.customer, 'Cloned to a new profile.', 'Inés Núñez', recently),
    ...members.flatMap(({ id, subscription }) =>
      subscription ? [note(id, 'Signed up.', subscription.metadata['employeename'] ?? '', subscription.created)] : [],
    ),
  ];
}

/** Agents need no role: their account names their site, and that is all they may ask for. */
function makeServiceAccounts(random: Random): model.ServiceAccount[] {
  return sites.map(({ number, name }) => ({
    clientId: `agent-${number}`,
    secret: random.characters(32, 'abcdefghijkmnpqrstuvwxyz23456789'),
    name: `Site agent ${name}`,
    roles: 0,
    site: number,
  }));
}
