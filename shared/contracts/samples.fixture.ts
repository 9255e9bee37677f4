import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** The member that sample calls refer to; tests insert it into every database (tests/api/members.ts). */
export const member = {
  customer: 'cus_api',
  plate: 'ABC123-IL',
  tag: '12345+123456',
  usage: '019aa000-0000-7000-8000-000000000001',
  name: 'Ada Moore',
} as const;

/** A member of the benchmark's large company, with the ids that calls look it up by. */
export interface BenchMember {
  id: string;
  name: string;
  email: string;
  phone: string;
  plate: string;
  tag: string;
  last4: string;
  card: string;
  fingerprint: string;
  subscription: string;
  price: string;
  site: number;
  charge: string;
  terminal: string;
  amount: number;
  /** The day of the charge. */
  day: string;
  invoice: string;
  usage: string;
  receipt: string;
}

/** The input of one call, before encoding as JSON and URL. */
export interface Call {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

type Texts<S> = S extends z.ZodType ? { [K in keyof z.input<S>]?: string } : never;

interface CallOf<E extends Endpoint> {
  params?: Texts<E['params']>;
  query?: Texts<E['query']>;
  body?: E['body'] extends z.ZodType ? z.input<E['body']> : never;
}

type BenchCall<C> = (member: BenchMember) => C;

/**
 * One valid call of a contract. Tests send it as it is, and with each of its parts invalid. The benchmark measures every call that reads
 * (`npm run bench -- scale`): as `bench` defines it, or as it is if it takes nothing. `notMeasured` excludes it, with the reason.
 */
export type Sample<C = Call> = C & { bench?: BenchCall<C> | Readonly<Record<string, BenchCall<C>>>; notMeasured?: string };

type TakesSomething = { params: unknown } | { query: unknown } | { body: unknown };

/** The samples of a module's contracts. A contract that takes nothing needs none. */
export type SamplesOf<Module> = {
  [K in keyof Module as Module[K] extends Endpoint & TakesSomething ? K : never]: Sample<CallOf<Module[K] & Endpoint>>;
} & {
  [K in keyof Module as Module[K] extends TakesSomething ? never : Module[K] extends Endpoint ? K : never]?: Sample;
};

/** Builds the benchmark's call from a customer's id. */
export const byId: BenchCall<{ params: { id: string } }> = ({ id }) => ({ params: { id } });
