import { daysBefore } from './calendar.ts';
import type { EdgeCaseKey } from './edge-cases.ts';
import type { Member, Note, EdgeCase } from './member-model.ts';
import type { Employee } from './model.ts';
import { uuidAt, type Random } from './random.ts';

/** Fills three pages at the default page size of fifty. */
const many = 120;
const oldestDays = 690;
const noted = 0.1;
const alarming = 0.05;

const texts = [
  'Called about the 1st of the month: explained the renewal.',
  'Wheel cleaner left a stain: rewashed for free.',
  'New phone number.',
  'Tag did not read at the tunnel: replaced.',
  'Asked for a receipt by text.',
  'Prefers to be called in the afternoon.',
];

/** Generates staff notes about members. */
export function makeNotes(
  random: Random,
  now: Date,
  members: readonly Member[],
  edgeCases: Record<EdgeCaseKey, EdgeCase>,
  employees: readonly Employee[],
): Note[] {
  const note = (customer: string, text: string, agent: string, at: string, attention = false): Note => ({
    id: uuidAt(random, at),
    customer,
    note: text,
    attention,
    agent,
    at,
  });
  const anybody = (customer: string, daysAgo: number, attention = false): Note => {
    const { firstName, lastName } = random.pick(employees);
    const at = daysBefore(now, daysAgo).toISOString();
    return note(customer, random.pick(texts), `${firstName} ${lastName}`, at, attention);
  };
  const special = new Set(Object.values(edgeCases).map(({ customer }) => customer));
  const recently = daysBefore(now, 6).toISOString();
  const older = Array.from({ length: many }, (_, index) => anybody(edgeCases.manyNotes.customer, (oldestDays * (index + 1)) / many));
  const others = members.flatMap(({ id, created }) => {
    const age = (now.getTime() - Date.parse(created)) / 86_400_000;
    const wanted = random.chance(noted) && !special.has(id);
    return wanted ? [anybody(id, age * (0.1 + 0.8 * random.fraction()), random.chance(alarming))] : [];
  });
  return [
    note(edgeCases.attentionNote.customer, 'Card reported stolen: ask for a new one.', 'Priya Raman', recently, true),
    note(edgeCases.cloneSource.customer, 'Cloned to a new profile.', 'Inés Núñez', recently),
    ...members.flatMap(({ id, subscription }) =>
      subscription ? [note(id, 'Signed up.', subscription.metadata['employeename'] ?? '', subscription.created)] : [],
    ),
    ...older,
    ...others,
  ];
}
