import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Endpoint } from '@washdesk/contracts/endpoint';

const source = path.join(import.meta.dirname, '../..');
const contracts = path.join(source, '../../shared/contracts');

interface Built {
  name: string;
  kind: string;
  /** The contract's name in the code. */
  contract: string;
  text: string;
}

const built: readonly Built[] = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => {
    const text = readFileSync(path.join(source, file), 'utf8');
    return [...text.matchAll(/^\s+(\w+): build\.(query|mutation|infiniteQuery)\b(.*(?:\n {6,}.*)*)/gm)].map(([, name, kind, rest]) => ({
      name: name!,
      kind: kind!,
      contract: /romContract\((\w+)/.exec(rest!)?.[1] ?? '',
      text: rest!,
    }));
  });

it('names each endpoint once in the whole app: a second one of a name would call the first one', () => {
  const names = built.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** Calls about a customer, a plan or money. */
const ofCustomers = /^\/(customer|subscription|subscriptionschedule|charge|invoice|receipt|dispute|worklist|thecard|note|signature)\b/;

/** Read anew by their own screen, and never shown from the cache. */
const exempt: Readonly<Record<string, string>> = {
  customerCheck: 'asked anew for each code',
  evidencePdf: 'a file that is downloaded',
  exportCustomerData: 'a file that is downloaded',
  getEvidencePack: 'the panel keeps what was typed',
  holderOfCard: 'asked anew for each number',
  receiptPage: 'printed once',
  signUpPreview: 'a sign-up starts from the second that its preview names',
};

it('reads everything about customers again after a change', async () => {
  const files = globSync('*/*.ts', { cwd: contracts }).filter((file) => !/\.(samples|fixture)\.ts$/.test(file));
  const modules = await Promise.all(files.map((file) => import(path.join(contracts, file)) as Promise<Record<string, Endpoint>>));
  const pathOf = new Map(modules.flatMap((module) => Object.entries(module)).map(([name, contract]) => [name, contract.path ?? '']));
  const reads = built.filter(({ kind, contract }) => kind === 'query' && ofCustomers.test(pathOf.get(contract) ?? ''));
  expect(reads.length).toBeGreaterThan(25);
  const forgotten = reads.filter(({ name, text }) => !(name in exempt) && !text.includes("'Customer'"));
  expect(forgotten.map(({ name }) => name)).toEqual([]);
});

it('keeps what is shown if a later read fails', () => {
  const uncertainAmount = 'due-today.tsx';
  const replaced = globSync('**/*.tsx', { cwd: source, exclude: [`**/${uncertainAmount}`] }).filter((file) =>
    /if \((\w+\.)?(error|isError)( && !(\w+\.)?isFetching)?\) return </.test(readFileSync(path.join(source, file), 'utf8')),
  );
  expect(replaced).toEqual([]);
});
