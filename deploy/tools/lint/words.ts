/** A word that names here do not use, in the forms it may take, and the standard term to use instead. */
interface ReplacedWord {
  /** Small letters; a phrase has blanks between its words. */
  readonly forms: readonly string[];
  readonly instead: string;
  /** An ordinary English word in compounds: refused only where it is the whole name. */
  readonly alone?: true;
}

export const replacedWords: readonly ReplacedWord[] = [
  { forms: ['deed', 'deeds'], instead: 'operation' },
  { forms: ['act', 'acts'], instead: 'operation run' },
  { forms: ['intend', 'intends', 'intended'], instead: 'start' },
  { forms: ['perform', 'performs', 'performed'], instead: 'execute' },
  { forms: ['withdraw', 'withdraws', 'withdrawn'], instead: 'discard' },
  { forms: ['obligation', 'obligations', 'debt', 'debts'], instead: 'job' },
  { forms: ['owe', 'owes', 'owed', 'owing'], instead: 'enqueue, run now' },
  { forms: ['learn', 'learns', 'learned', 'learnt', 'learning'], instead: 'apply snapshots' },
  { forms: ['reading', 'readings'], instead: 'snapshot' },
  { forms: ['picture', 'pictures'], instead: 'aggregate' },
  { forms: ['marks'], instead: 'fingerprint' },
  { forms: ['touched'], instead: 'affected' },
  { forms: ['look again', 'read again', 'customer now'], instead: 'readFresh' },
  { forms: ['refresh'], instead: 'readFresh', alone: true },
  { forms: ['bearer', 'bearers'], instead: 'code holder' },
  { forms: ['stranger', 'strangers'], instead: 'orphan customer' },
  { forms: ['unlisted'], instead: 'missing from list' },
  { forms: ['former code', 'former codes'], instead: 'previous code' },
  { forms: ['haste'], instead: 'priority' },
  { forms: ['waker', 'wakers'], instead: 'scheduler' },
  { forms: ['pace'], instead: 'rate gate' },
  { forms: ['furnish', 'furnished'], instead: 'create' },
  { forms: ['room', 'rooms'], instead: 'services' },
  { forms: ['reach out'], instead: 'infrastructure' },
  { forms: ['form door', 'form doors'], instead: 'form endpoint' },
  { forms: ['house'], instead: 'washdesk, repository' },
  { forms: ['aftermath'], instead: 'after payment' },
  { forms: ['wish', 'wishes'], instead: 'request' },
  { forms: ['taken'], instead: 'charge result', alone: true },
  { forms: ['taken sale', 'taken sales', 'taken charge'], instead: 'charge result' },
  { forms: ['advice'], instead: 'error guidance' },
  { forms: ['opening', 'openings'], instead: 'visit state', alone: true },
  { forms: ['arrival', 'arrivals'], instead: 'register context' },
  { forms: ['kept'], instead: 'persisted', alone: true },
  { forms: ['unsettled'], instead: 'pending requests' },
  { forms: ['carry out', 'carried out'], instead: 'retry idempotent' },
  { forms: ['field walk'], instead: 'field navigation' },
  { forms: ['records'], instead: 'documents', alone: true },
  { forms: ['promises'], instead: 'operations', alone: true },
  { forms: ['lay foundation', 'foundation'], instead: 'prepare workbench, startup context' },
  { forms: ['lay out', 'laid out'], instead: 'seed data' },
  { forms: ['plan parts'], instead: 'plan services' },
  { forms: ['departures'], instead: 'overrides' },
  { forms: ['stage', 'stages'], instead: 'startup context', alone: true },
  { forms: ['mortal'], instead: 'crashable' },
  { forms: ['lives'], instead: 'generated lifecycles' },
  { forms: ['reap', 'reaps'], instead: 'kill randomly' },
  { forms: ['ordeal', 'ordeals'], instead: 'fault plan' },
  { forms: ['test stage'], instead: 'run fixture' },
  { forms: ['odd one', 'odd ones'], instead: 'edge case' },
  { forms: ['telling'], instead: 'Sitewatch update' },
  { forms: ['everywhere'], instead: 'at all sites' },
  { forms: ['fate', 'fates'], instead: 'outcome' },
  { forms: ['death', 'deaths'], instead: 'crash' },
  { forms: ['impatience'], instead: 'retry behaviour' },
  { forms: ['sweeper'], instead: 'cleanup' },
  { forms: ['indebted'], instead: 'with an unpaid invoice' },
  { forms: ['wanted'], instead: 'request', alone: true },
  { forms: ['means'], instead: 'payment method', alone: true },
  { forms: ['world'], instead: 'sandbox', alone: true },
  { forms: ['patience'], instead: 'deadline' },
  { forms: ['said'], instead: 'stated' },
];

/** Names that may use a replaced word. */
export const exceptions: readonly { readonly name: RegExp; readonly why: string }[] = [
  { name: /^\/(?:deed\/\{key\}|obligations(?:\/.+)?)$/, why: 'the former routes answer for one release beside the new ones' },
];

/** The words of a name in small letters: `customerNow`, `CustomerNow`, `customer_now` and `customer-now` have the same two. */
export function wordsOf(name: string): string[] {
  const parted = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return parted
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** What keeps `name` from being used, as a sentence; null where nothing does. */
export function wordFault(name: string): string | null {
  if (exceptions.some((exception) => exception.name.test(name))) return null;
  const words = wordsOf(name).join(' ');
  for (const { forms, instead, alone } of replacedWords) {
    const form = forms.find((candidate) => (alone ? words === candidate : ` ${words} `.includes(` ${candidate} `)));
    if (form) return `${name} has the word "${form}"; the term here is "${instead}" (deploy/tools/lint/words.ts).`;
  }
  return null;
}
