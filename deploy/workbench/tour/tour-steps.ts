/** What the app stored since the tour began. */
export interface TourFacts {
  /** Actions of the audit log. */
  readonly actions: readonly string[];
  /** Washes that people redeemed. */
  readonly washes: number;
  /** Payments that the bank declined. */
  readonly declines: number;
  /** Payments that succeeded after the first decline. */
  readonly paidAfterwards: number;
}

interface TourStep {
  readonly title: string;
  /** What to do, a sentence each; `{name}` is a value of `TourValues`. */
  readonly sentences: readonly string[];
  /** What the step teaches, shown when it is done. */
  readonly learned: string;
  readonly isDone: (facts: TourFacts) => boolean;
}

/** What a step names: people, codes and pages of the running company. */
export interface TourValues {
  readonly number: string;
  readonly pin: string;
  readonly person: string;
  readonly member: string;
  readonly newPlate: string;
  readonly approver: string;
  readonly approverPin: string;
}

const did =
  (action: string) =>
  ({ actions }: TourFacts): boolean =>
    actions.includes(action);

/** The tour of a new cashier. Each step is done in the app itself, and noticed by what the app stores. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'Sign in',
    sentences: ['Open the register of Joliet.', 'Type the employee number {number} and the PIN {pin}, as {person} does.'],
    learned: 'At a register everyone signs in by number. Switch User lets the next person in with one press.',
    isDone: did('session.started'),
  },
  {
    title: 'Redeem a wash',
    sentences: [
      'Let the car {member} drive up in lane 1.',
      'At Redeem, press its plate or type it, then Enter. The field turns green and says Let in.',
    ],
    learned: 'Green lets in, amber lets in and says what to settle, red does not. The wash is stored with that press.',
    isDone: ({ washes }) => washes > 0,
  },
  {
    title: 'Open the gate',
    sentences: ['Press Open Gate of the north lane, or its key. The car drives through.'],
    learned: 'A gate opens once a press. Without a response the button becomes Check, which asks and never opens.',
    isDone: did('gate.open'),
  },
  {
    title: 'Sign up a member',
    sentences: [
      'Press Sign Up, enter the plate {newPlate}, a name, a phone number and a ZIP code such as 60435, and choose a plan.',
      'Press Capture Card (F6), tap an approved card on the page of card readers, then Sign Up (F2).',
    ],
    learned: 'What is due today is on the screen before the card is charged. The agreement waits on the tablet.',
    isDone: did('subscription.started'),
  },
  {
    title: 'Meet a declined card',
    sentences: [
      'In the panel beside the register open a sale of $12.50, and press Charge Card.',
      'On the page of card readers tap a card that is declined.',
    ],
    learned: 'The bank decides. Ask for another card: the sale stays open and nothing was charged.',
    isDone: ({ declines }) => declines > 0,
  },
  {
    title: 'Charge another card',
    sentences: ['Press Try Again or Another Card (Enter), and tap an approved card.'],
    learned: 'The receipt is printed and the sale is settled at the register by itself.',
    isDone: ({ paidAfterwards }) => paidAfterwards > 0,
  },
  {
    title: 'Refund the sale',
    sentences: [
      'Open Refund, find the sale of $12.50 and press Refund.',
      'Enter a note, and confirm. A cashier needs an approval: type the number {approver} and the PIN {approverPin}.',
    ],
    learned: 'A refund goes back to the card that paid. It takes the bank some days.',
    isDone: did('charge.refunded'),
  },
];

/** Returns a sentence in parts: text, and values that the page lets people copy. */
export function partsOf(sentence: string, values: TourValues): readonly { text: string; isValue: boolean }[] {
  const isName = (name: string): name is keyof TourValues => Object.hasOwn(values, name);
  return sentence
    .split(/\{(\w+)\}/)
    .map((part, at) => ({ text: at % 2 === 1 && isName(part) ? values[part] : part, isValue: at % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
