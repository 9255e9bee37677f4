import type { Endpoint } from './endpoint.ts';
import type { z } from 'zod';

/** The member that sample calls name: tests insert this member into every database (tests/api/members.ts). */
export const member = {
  customer: 'cus_api',
  plate: 'ABC123-IL',
  tag: '12345+123456',
  usage: '019aa000-0000-7000-8000-000000000001',
  name: 'Ada Moore',
} as const;

/** A member of the large company of the benchmark, with the ids under which calls look the member up. */
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

/** What is sent with one call, as it is written before JSON and the address. */
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
 * One good call of a contract: tests send it as it is and with each of its parts spoiled. The benchmark measures every call that reads
 * (`npm run bench -- scale`): as `bench` says, one that takes nothing as it is, and none that is `notMeasured`, with the reason.
 */
export type Sample<C = Call> = C & { bench?: BenchCall<C> | Readonly<Record<string, BenchCall<C>>>; notMeasured?: string };

type TakesSomething = { params: unknown } | { query: unknown } | { body: unknown };

/** The samples of the contracts of a module. A contract that takes nothing needs none. */
export type SamplesOf<Module> = {
  [K in keyof Module as Module[K] extends Endpoint & TakesSomething ? K : never]: Sample<CallOf<Module[K] & Endpoint>>;
} & {
  [K in keyof Module as Module[K] extends TakesSomething ? never : Module[K] extends Endpoint ? K : never]?: Sample;
};

/** The benchmark's call by the id of a customer. */
export const byId: BenchCall<{ params: { id: string } }> = ({ id }) => ({ params: { id } });
