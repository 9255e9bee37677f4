import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { CallFailed } from './call.ts';
import { failureSentence } from './failure-sentence.ts';

const publicPages = path.join(import.meta.dirname, '..');
const pages = globSync('**/texts/en.ts', { cwd: publicPages }).map((file) => path.dirname(file));

/** Texts that are the same in both languages. */
const sameInBoth = new Set(['Plan', 'Color', '1-800-843-5477']);

type Texts = Record<string, unknown>;

/** Returns every text by its path; a function counts as its source. */
function textsIn(value: unknown, place = ''): Map<string, string> {
  if (typeof value === 'function') return new Map([[place, String(value)]]);
  if (typeof value !== 'object' || value === null) return new Map([[place, String(value)]]);
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...textsIn(inner, place ? `${place}.${name}` : name)]));
}

const load = async (page: string, language: string): Promise<Map<string, string>> =>
  textsIn(((await import(path.join(publicPages, page, `${language}.ts`))) as Texts)[language]);

it('of the sign-up name every preset color in Spanish', async () => {
  const { es } = await import('../online/texts/es.ts');
  const left = settingDefaults.carColors.filter((color) => es.customer.colorName(color) === color);
  expect(left).toEqual([]);
});

describe('a refusal', () => {
  const root = path.join(publicPages, '../../..');
  const features = 'cloud-api/src/features';
  /** Returns the codes that services throw. */
  const codesIn = (...patterns: string[]): string[] => {
    const files = globSync(patterns, { cwd: root }).filter((file) => !/\.test\.ts$|fixture|poster/.test(file));
    const text = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
    return Array.from(text.matchAll(/(?:new Failure\([^'`]*?|notFound\(|tooMany\()'([a-z_]+)'/g), ([, code]) => code!);
  };
  const atTheProvider = ['cloud-api/src/operations/provider-failures.ts'];
  const ofOperations = ['customer_busy', 'in_progress', 'still_pending', 'outcome_unknown'];
  /** A step says them. */
  const ofSteps = ['checkout_not_found', 'checkout_open', 'customer_not_found', 'existing_account', 'plan_not_offered', 'plate_mismatch'];
  const ofForm = ['price_not_found', 'terms_changed', 'too_many_requests'];
  /** No page of ours can say more than that it went wrong. */
  const ofStripe = ['card_declined', 'preview_outdated', 'stripe_refused'];

  it('of a sign-up is said in both languages', async () => {
    const ofPlans = ['price_not_found'];
    const codes = [...codesIn(`${features}/billing/online/**/*.ts`, ...atTheProvider), ...ofOperations, ...ofPlans];
    expect(codes).toContain('too_many_declines');
    const { en } = await import('../online/texts/en.ts');
    expect(new Set(codes.filter((code) => !(code in en.failures)))).toEqual(new Set([...ofSteps, ...ofForm, ...ofStripe]));
  });

  it('of a member’s call is said in both languages', async () => {
    const ofCounter = ['invoice_not_open', 'not_changeable', 'payment_processing', 'card_not_reusable', 'price_changed', 'changed'];
    const codes = [...codesIn(`${features}/members/self-service/*.ts`, ...atTheProvider), ...ofOperations, ...ofCounter];
    expect(codes).toContain('plate_moved_recently');
    const { en } = await import('../member/texts/en.ts');
    expect(codes.filter((code) => !(code in en.failures))).toEqual([]);
  });

  it('without a sentence of the page shows the server’s in English only', () => {
    const failure = new CallFailed(409, 'unheard_of', { message: 'The server says so' });
    expect(failureSentence(failure, {}, 'en')).toBe('The server says so');
    expect(failureSentence(failure, {}, 'es')).toBe('');
    expect(failureSentence(failure, { unheard_of: 'La página lo dice' }, 'es')).toBe('La página lo dice');
  });
});

it('finds the pages', () => {
  expect(pages).toContain('online/texts');
});

describe.each(pages)('the texts of %s', (page) => {
  it('are whole in both languages, and none was left in English', async () => {
    const [english, spanish] = await Promise.all([load(page, 'en'), load(page, 'es')]);
    expect([...spanish.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    const left = [...english].filter(([name, text]) => spanish.get(name) === text && !sameInBoth.has(text));
    expect(left).toEqual([]);
    expect([...spanish, ...english].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});
