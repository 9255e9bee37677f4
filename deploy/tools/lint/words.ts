/** A term of the glossary, with other words for the same thing. */
interface PreferredTerm {
  readonly term: string;
  /** Lower case; the words of a phrase are separated by spaces. */
  readonly insteadOf: readonly string[];
  /** The words also have an ordinary meaning: a name with one of them is allowed, with a warning. */
  readonly advisory?: true;
}

export const preferredTerms: readonly PreferredTerm[] = [
  { term: 'gate', insteadOf: ['barrier', 'boom'] },
  { term: 'tag', insteadOf: ['transponder'] },
  { term: 'card reader', insteadOf: ['card terminal', 'card terminals'] },
  { term: 'dispute', insteadOf: ['chargeback', 'chargebacks'] },
  { term: 'refund', insteadOf: ['reimbursement', 'reimburse'] },
  { term: 'canceled', insteadOf: ['cancelled', 'cancelling'] },
  { term: 'color', insteadOf: ['colour', 'colours'] },
  { term: 'gray', insteadOf: ['grey'] },
  { term: 'license', insteadOf: ['licence'] },
  { term: 'plate', insteadOf: ['license plate', 'number plate'], advisory: true },
  { term: 'job', insteadOf: ['task', 'tasks'], advisory: true },
  { term: 'simulator or fixture', insteadOf: ['mock', 'mocks', 'fake', 'fakes'], advisory: true },
];

/** Returns the words of a name in lower case: `customerNow`, `CustomerNow`, `customer_now` and `customer-now` have the same two. */
export function wordsOf(name: string): string[] {
  const parted = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return parted
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** Returns the glossary's term that `name` should use, as a sentence; null if there is none. */
export function termFor(name: string): { readonly sentence: string; readonly advisory: boolean } | null {
  const words = ` ${wordsOf(name).join(' ')} `;
  for (const { term, insteadOf, advisory = false } of preferredTerms) {
    const word = insteadOf.find((candidate) => words.includes(` ${candidate} `));
    if (word) return { sentence: `${name} has the word "${word}"; the term here is "${term}" (deploy/tools/lint/words.ts).`, advisory };
  }
  return null;
}
